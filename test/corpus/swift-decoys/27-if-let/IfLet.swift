final class Token { func refresh() {} }
func renew(token: Token?) {
  if let token {
    token.refresh() // → Token.refresh()
  }
  guard let token = token else { return }
  token.refresh() // → Token.refresh()
}
