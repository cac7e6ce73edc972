struct Adder { func callAsFunction(_ x: Int) -> Int { x } }
func add(adder: Adder) -> Int {
  adder(1) // → Adder.callAsFunction(_:)
}
