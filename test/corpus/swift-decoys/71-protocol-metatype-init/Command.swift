protocol Command: Decodable {
  init(name: String)
  func run()
}
protocol Plain: Decodable {}
extension Plain { init(copy: Int) { self.init(from: copy) } } // none
struct Greet: Command {
  init(name: String) {}
  init(from decoder: Decoder) {}
  func run() {}
}
func make(type: Command.Type, plain: Plain.Type, decoder: Decoder) {
  let one = type.init(from: decoder) // none
  one.run() // → Command.run()
  _ = type.init(name: "a") // → Command.init(name:)
  _ = plain.init(from: decoder) // none
  _ = plain.init(copy: 1) // → Plain.init(copy:)
  _ = Greet(from: decoder) // → Greet.init(from:)
}
func generic<T: Plain>(_ type: T.Type, decoder: Decoder) {
  _ = T(from: decoder) // none
  _ = T.init(copy: 1) // → Plain.init(copy:)
}
