protocol Named1 { var name: String { get } }
class View1 { func layout() {} }
extension Named1 where Self: View1 {
  func refresh1() {
    layout() // → View1.layout()
  }
}
