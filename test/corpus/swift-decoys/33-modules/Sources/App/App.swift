import SwiftUI
func title() {
  _ = Text("a") // none
}
