struct Query {
  func filter(by key: String) -> Self { self }
  func limited(to count: Int) -> Query { self }
}
func build(query: Query) {
  _ = query.filter(by: "a").limited(to: 3).filter(by: "b") // → Query.filter(by:) → Query.limited(to:)
}
