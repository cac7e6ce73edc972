class Animal { func breathe() {} ; func move() {} }
class Bird: Animal { override func move() {} }
final class Eagle: Bird { func hunt() {
  breathe() // → Animal.breathe()
  move() // → Bird.move()
} }
func watch(eagle: Eagle) {
  eagle.breathe() // → Animal.breathe()
}
