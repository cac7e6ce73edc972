func sum(_ numbers: Int..., times: Int = 1) -> Int { 0 }
func add2() {
  _ = sum(1, 2, 3) // → sum(_:times:)
  _ = sum(1, 2, times: 3) // → sum(_:times:)
}
