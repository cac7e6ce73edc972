final class Model { func reload() {} }
struct Screen1 {
  @State var model: Model
  func go() {
    model.reload() // → Model.reload()
  }
}
