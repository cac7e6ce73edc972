import Core
func heading() {
  _ = Text("a") // → Text.init(_:)
}
