struct Future {
  func map(_ change: (Int) -> Int) {}
  func map(file: String = #file, line: Int = #line, _ change: (Int) -> Int) {}
  func wait(seconds: Int) {}
  func wait(seconds: Double, file: String = #file) {}
  func fail(_ error: Error, file: String = #file) {}
  func fail(_ error: Error, line: Int) {}
}
func use(future: Future, error: Error) {
  future.map { $0 } // → Future.map(_:)
  future.map({ $0 }) // → Future.map(_:)
  future.map(file: "a") { $0 } // → Future.map(file:line:_:)
  future.wait(seconds: 1) // possible Future.wait(seconds:) possible Future.wait(seconds:file:)
  future.fail(error) // → Future.fail(_:file:)
  future.fail(error, line: 1) // → Future.fail(_:line:)
}
