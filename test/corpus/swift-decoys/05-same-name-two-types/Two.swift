final class Cat { func speak() {} }
final class Dog { func speak() {} }
func chorus(cat: Cat, dog: Dog) {
  cat.speak() // → Cat.speak()
  dog.speak() // → Dog.speak()
}
