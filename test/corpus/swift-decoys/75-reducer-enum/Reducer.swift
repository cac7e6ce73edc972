struct Login {}
@Reducer
enum Feature {
  case login(Login)
  case game
  static var body: some Any {
    Reduce { state, action in
      switch action {
      case .login(.done): // possible Feature.login(_:)
        state = .login(Login()) // possible Feature.login(_:) → Login
      case .game: // possible Feature.game
        break
      }
    }
  }
  var title: String {
    switch self {
    case .login(_): return "a" // → Feature.login(_:)
    case .game: return "b" // ref Feature.game
    }
  }
}
enum Plain {
  case login(Login)
  static func make() -> Plain {
    .login(Login()) // → Plain.login(_:) → Login
  }
}
