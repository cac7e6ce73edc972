struct Session { func close1() {} }
func open1() -> Session { Session() } // → Session
func run() {
  let session = open1() // → open1()
  session.close1() // → Session.close1()
  open1().close1() // → open1() → Session.close1()
}
