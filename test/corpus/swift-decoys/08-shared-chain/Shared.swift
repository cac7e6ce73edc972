final class Api {
  static let shared = Api()  // → Api
  func fetch() {}
}
final class Box { static let shared = 3; func fetch() {} }
func go() {
  Api.shared.fetch() // → Api.fetch()
}
