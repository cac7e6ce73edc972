struct Keyword { func `default`() {} ; static func `init`() {} }
func words(keyword: Keyword) {
  keyword.default() // → Keyword.default()
}
