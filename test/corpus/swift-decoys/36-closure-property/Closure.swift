final class Button {
  var onTap: (() -> Void)?
  func tap() {
    onTap?() // ref Button.onTap
  }
}
func onTap() {}
