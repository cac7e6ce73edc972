struct Outer {
  struct Inner { func ping() {} ; static func make() -> Inner { Inner() } } // → Outer.Inner
  let inner: Inner
  func go() {
    inner.ping() // → Outer.Inner.ping()
    Inner.make().ping() // → Outer.Inner.make() → Outer.Inner.ping()
  }
}
func use(inner: Outer.Inner) {
  inner.ping() // → Outer.Inner.ping()
}
