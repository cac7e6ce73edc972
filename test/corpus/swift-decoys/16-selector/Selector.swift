import UIKit
final class Screen: UIViewController {
  func setUp(button: UIButton) {
    button.addTarget(self, action: #selector(tapped(_:)), for: .touchUpInside) // ref Screen.tapped(_:)
  }
  @objc func tapped(_ sender: Any) {}
}
