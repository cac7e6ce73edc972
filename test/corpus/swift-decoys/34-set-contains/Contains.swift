struct Filter { func contains(_ x: Int) -> Bool { true } }
extension Set {
  func has(_ x: Element) -> Bool {
    contains(x) // none
  }
}
