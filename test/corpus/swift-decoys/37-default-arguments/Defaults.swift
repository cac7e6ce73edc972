func log(_ message: String, level: Int = 0, file: String = #file) {}
func say() {
  log("a") // → log(_:level:file:)
  log("a", level: 2) // → log(_:level:file:)
  log("a", file: "b") // → log(_:level:file:)
}
