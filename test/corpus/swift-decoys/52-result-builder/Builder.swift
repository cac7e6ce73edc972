@resultBuilder
struct Lines { static func buildBlock(_ parts: String...) -> String { "" } }
func page(@Lines _ body: () -> String) {}
func show() {
  page { "a" } // → page(_:)
}
