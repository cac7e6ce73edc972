class Forms {
  static func make() {}
  func one() {}
  func run() {
    one() // → Forms.one()
    self.one() // → Forms.one()
    Self.make() // → Forms.make()
    Forms.make() // → Forms.make()
  }
}
