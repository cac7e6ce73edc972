struct Runner {
  func run(name: String, _ body: () -> Void) {}
  func run(_ body: () -> Void) {}
  func animate(duration: Int, animations: () -> Void, completion: (() -> Void)? = nil) {}
}
func go(runner: Runner) {
  runner.run { } // → Runner.run(_:)
  runner.run(name: "a") { } // → Runner.run(name:_:)
  runner.animate(duration: 1) { } completion: { } // → Runner.animate(duration:animations:completion:)
}
