func helper() {}
func outer() {
  func helper() {}
  helper() // → helper()~2
}
func other() {
  helper() // → helper()
}
