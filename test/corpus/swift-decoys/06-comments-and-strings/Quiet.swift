func danger() {}
func quiet() {
  // danger()
  /* danger() /* danger() */ */
  let text = "danger()" // none
  _ = "\(text) danger()" // none
}
func loud() {
  _ = "\(danger())" // → danger()
}
