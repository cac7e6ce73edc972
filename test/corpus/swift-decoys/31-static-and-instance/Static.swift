struct Clock {
  static func now() -> Clock { Clock() } // → Clock
  func now() -> Int { 1 }
}
func ask(clock: Clock) {
  _ = clock.now() // → Clock.now()~2
  _ = Clock.now() // → Clock.now()
}
