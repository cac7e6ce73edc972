struct Money {
  let cents: Int
  static func + (a: Money, b: Money) -> Money { Money(cents: a.cents + b.cents) } // → Money
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.cents == rhs.cents } // none
  static prefix func - (a: Money) -> Money { a }
  static func += (a: inout Money, b: Money) { a = a + b } // → Money.+(_:_:)
}
protocol Ranked { static func < (a: Self, b: Self) -> Bool }
struct Rank: Ranked { static func < (a: Rank, b: Rank) -> Bool { true } }
enum Fee {
  case flat(Int), share(Other)
  static func == (lhs: Fee, rhs: Fee) -> Bool {
    switch (lhs, rhs) {
    case (.flat(let lhs), .flat(let rhs)): return lhs == rhs // → Fee.flat(_:)
    default: return false
    }
  }
}
struct Other { let cents: Int }
class Wallet {
  var all: [Money] = []
  var rank = Rank()  // → Rank
  func total(a: Money, b: Money, n: Int, other: Other, second: Rank) {
    _ = a + b // → Money.+(_:_:)
    _ = n + 1 // none
    _ = other.cents + a.cents // none
    if a == b, n == 2 { print(n - 1) } // → Money.==(_:_:)
    _ = other == other // none
    var sum = a
    sum += b // → Money.+=(_:_:)
    _ = "a" + "b" // none
    _ = rank < second // → Rank.<(_:_:)
    _ = all.count == n // none
    _ = a.cents == n ? a : b // none
    _ = all == [a] // none
    let first = all.first
    if first == nil { return } // none
    if nil == first { return } // none
  }
}
