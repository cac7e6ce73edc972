final class Client { func connect() {} }
func start() {
  let client = Client() // → Client
  client.connect() // → Client.connect()
}
final class Holder {
  let client = Client() // → Client
  func go() {
    client.connect() // → Client.connect()
  }
}
