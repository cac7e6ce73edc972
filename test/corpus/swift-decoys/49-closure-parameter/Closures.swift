struct Person { func wave() {} }
func greet(people: [Person]) {
  people.forEach { $0.wave() } // possible Person.wave()
  people.forEach { person in person.wave() } // possible Person.wave()
}
