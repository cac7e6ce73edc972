public protocol Feature { func reduce() }
extension Feature { func log() {} }
@attached(extension, conformances: Feature)
public macro Feature() = #externalMacro(module: "M", type: "T")
@Feature
struct Counter { func reduce() {} }
func use(counter: Counter) {
  counter.log() // → Feature.log()
}
