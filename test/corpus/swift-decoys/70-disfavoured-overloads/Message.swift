struct Message {
  @_disfavoredOverload
  static func full(for error: Error) -> String { "" }
  static func full(for error: Error, columns: Int? = nil) -> String { "" }
  @available(*, deprecated)
  @_disfavoredOverload
  func show(_ text: String) {}
  func show(_ text: String, loud: Bool = false, twice: Bool = false) {}
  @_disfavoredOverload
  func keep(_ text: String) {}
  func keep(_ number: Int) {}
  @_disfavoredOverload
  func send(_ text: String) -> Int { 0 }
  func send(_ text: String) -> Message { self }
  @_disfavoredOverload
  func only(_ text: String, at line: Int = 0) {}
}
@_disfavoredOverload
func trace(_ text: String) {}
func trace(_ text: String, file: String = #file) {}
func use(message: Message, error: Error) {
  _ = Message.full(for: error) // → Message.full(for:columns:)
  _ = Message.full(for: error, columns: 3) // → Message.full(for:columns:)
  message.show("a") // → Message.show(_:loud:twice:)
  message.keep("a") // possible Message.keep(_:) possible Message.keep(_:)~2
  let number: Int = message.send("a") // possible Message.send(_:) possible Message.send(_:)~2
  message.only("a") // → Message.only(_:at:)
  trace("a") // → trace(_:file:)
}
