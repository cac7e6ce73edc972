protocol Shape { func area() -> Int }
func total<S: Shape>(_ shape: S) -> Int {
  shape.area() // → Shape.area()
}
func other<T>(_ shape: T) where T: Shape {
  _ = shape.area() // → Shape.area()
}
