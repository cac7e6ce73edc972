final class Timer1 {
  func tick() {}
  func start() {
    after { [weak self] in // → Timer1.after(_:)
      self?.tick() // → Timer1.tick()
    }
    after { [weak self] in // → Timer1.after(_:)
      guard let self else { return }
      self.tick() // → Timer1.tick()
      tick() // → Timer1.tick()
    }
  }
  func after(_ body: @escaping () -> Void) {}
}
