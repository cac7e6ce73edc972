func value() -> Int { 1 }
func shadow(value: () -> Int) -> Int {
  value() // none
}
func plain() -> Int {
  value() // → value()
}
