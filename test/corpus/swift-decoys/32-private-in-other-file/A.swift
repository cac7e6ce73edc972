struct Alpha {
  private func secret() {}
  func open2() {
    secret() // → Alpha.secret()
  }
}
private func hidden() {}
