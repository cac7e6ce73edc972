final class Logger {
  static let shared = Logger() // → Logger
  #if DEBUG
    func log(level: Int = 0, _ text: String) {}
    func inside() {
      log("a") // → Logger.log(level:_:)
    }
  #else
    @inlinable
    func log(level: Int = 0, _ text: String) {}
    func inside() {
      log("a") // → Logger.log(level:_:)~2
    }
  #endif
  #if os(Linux)
    func only() {}
  #endif
}
#if os(iOS)
  struct Screen { func draw() {} }
#elseif os(macOS)
  struct Screen { func draw() {} }
#else
  struct Screen { func draw() {} }
#endif
func use(screen: Screen) {
  Logger.shared.log("a") // possible Logger.log(level:_:) possible Logger.log(level:_:)~2
  #if DEBUG
    Logger.shared.log("b") // → Logger.log(level:_:)
  #else
    Logger.shared.log("c") // → Logger.log(level:_:)~2
  #endif
  Logger.shared.only() // → Logger.only()
  screen.draw() // possible Screen.draw() possible Screen.draw()~2 possible Screen.draw()~3
}
struct Box<T> {}
protocol One {}
protocol Two {}
#if A
  extension Box where T: One { func open() {} }
#endif
#if B
  extension Box where T: Two { func open() {} }
#endif
