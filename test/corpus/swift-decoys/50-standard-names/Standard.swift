struct Basket { func append(_ x: Int) {} ; func map(_ f: (Int) -> Int) {} }
func standard(numbers: [Int], other: Any) {
  var copy = numbers // none
  copy.append(3) // none
  _ = numbers.map { $0 + 1 } // none
}
func basket(basket: Basket) {
  basket.append(1) // → Basket.append(_:)
}
