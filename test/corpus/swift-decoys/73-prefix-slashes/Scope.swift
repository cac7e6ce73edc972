struct Scope {
  init(state: Path, action: Path, child: () -> Child) {}
  init(child: () -> Child) {}
  func then(_ path: Path) -> Scope { self }
  func also(_ path: Path) -> Scope { self }
}
struct Path {}
struct Child {}
func body(scope: Scope) {
  Scope(state: /State.child, action: /Action.child) { Child() } // → Scope.init(state:action:child:) → Child
  scope.then(/State.one).also(/State.two) // → Scope.then(_:) → Scope.also(_:)
  let both = [/State.one, /State.two, Path()] // → Path
  let pattern = /[(]a(b|c) Child\(\)\/ /
  let word = "Child()".wholeMatch(of: /Child() (\w+)/) // none
  let blank = use(/a\ /, Path()) // → use(_:_:) → Path
}
func use(_ pattern: Pattern, _ path: Path) {}
