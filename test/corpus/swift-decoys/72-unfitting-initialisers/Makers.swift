struct Range {
  init(from: Int, to: Int) {}
  init(around: Int) {}
}
struct Memberwise { var a = 1 }
extension Memberwise { init(text: String) {} }
enum Level: Int {
  case low
  init(name: String) { self = .low }
}
struct Decoded: Codable {
  var a: Int
  init(a: Int) { self.a = a }
}
struct Options: OptionSet {
  let rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }
}
class Base { init(size: Int) {} }
class Derived: Base { func go() {} }
class Handy {
  convenience init(text: String) { self.init() } // → Handy
}
struct Watched { init() {} }
final class Owner {
  var watched: Watched = Watched() { didSet { changed() } } // → Watched.init() → Owner.changed()
  func changed() {}
}
func make(decoder: Decoder) {
  _ = Range(from: 1, to: 2) // → Range.init(from:to:)
  _ = Range(from: 1, to: 2, by: 3) // possible Range.init(from:to:)
  _ = Range(1) // possible Range
  _ = Memberwise(a: 1) // → Memberwise
  _ = Memberwise(text: "") // → Memberwise.init(text:)
  _ = Level(rawValue: 1) // → Level
  _ = Level(name: "") // → Level.init(name:)
  _ = Decoded(from: decoder) // → Decoded
  _ = Options() // possible Options
  _ = Derived(size: 1) // → Base.init(size:)
  _ = Derived(size: 1, other: 2) // possible Base.init(size:)
  _ = Handy() // → Handy
}
