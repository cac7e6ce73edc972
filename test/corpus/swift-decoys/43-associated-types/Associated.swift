protocol Backing { func sync() }
protocol Repository { associatedtype Store1: Backing; var store: Store1 { get } }
extension Repository {
  func flush() {
    store.sync() // → Backing.sync()
  }
}
