struct Vector {
  static func + (a: Vector, b: Vector) -> Vector { a }
  subscript(index: Int) -> Element1 { Element1() } // → Element1
}
struct Element1 { func norm() {} }
func math(a: Vector, b: Vector) {
  a[0].norm() // → Element1.norm()
}
