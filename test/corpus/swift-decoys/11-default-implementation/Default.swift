protocol Greeter { func greet() }
extension Greeter { func greet() {} }
struct Plain: Greeter {}
struct Own: Greeter { func greet() {} }
func use(plain: Plain, own: Own) {
  plain.greet() // → Greeter.greet()~2
  own.greet() // → Own.greet()
}
