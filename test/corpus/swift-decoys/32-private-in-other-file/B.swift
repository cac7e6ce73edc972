private func hidden() {}
func seen(alpha: Alpha) {
  hidden() // → hidden()
  alpha.open2() // → Alpha.open2()
}
