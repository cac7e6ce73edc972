final class Gauge {
  func notify() {}
  var level = 0 {
    didSet {
      notify() // → Gauge.notify()
    }
  }
  deinit {
    notify() // → Gauge.notify()
  }
}
