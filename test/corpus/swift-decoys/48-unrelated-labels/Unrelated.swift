struct Mailer { func send1(to address: String, subject: String) {} }
struct Radio { func send1(on channel: Int) {} }
func go(unknown: [String: Any]) {
  unknown["m"].send1(on: 3) // possible Radio.send1(on:)
}
