class Base { func start() {} }
class Sub: Base {
  override func start() {
    super.start() // → Base.start()
  }
}
