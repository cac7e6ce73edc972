struct Loader {
  func load(id: Int) {}
  func load(name: String) {}
  func both() {
    load(id: 1) // → Loader.load(id:)
    self.load(name: "a") // → Loader.load(name:)
  }
}
func outside(loader: Loader) {
  loader.load(id: 2) // → Loader.load(id:)
}
