struct Point {
  var x: Int
  init(x: Int) { self.x = x }
  init(polar: Int) { self.init(x: polar) } // → Point.init(x:)
}
struct Plain { var a = 1 }
func make() {
  _ = Point(x: 1) // → Point.init(x:)
  _ = Point(polar: 1) // → Point.init(polar:)
  _ = Point.init(x: 3) // → Point.init(x:)
  _ = Plain(a: 2) // → Plain
}
