func even(_ n: Int) -> Bool {
  odd(n - 1) // → odd(_:)
}
func odd(_ n: Int) -> Bool {
  even(n - 1) // → even(_:)
}
func loop() {
  loop() // → loop()
}
