struct Left { func l() {} }
struct Right { func r() {} }
func pair() -> (left: Left, right: Right) { (Left(), Right()) } // → Left → Right
func use2() {
  pair().left.l() // → pair() → Left.l()
  let both = pair() // → pair()
  both.right.r() // → Right.r()
}
