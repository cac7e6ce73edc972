import SwiftUI
extension Text {
  init(template: String) { self.init(template) } // none
}
struct Row: View {
  var body: some View {
    Text("hi") // none
  }
  var other: some View {
    Text(template: "x") // → Text.init(template:)
  }
}
