struct Failure1: Error { func report() {} }
func risky() throws {}
func safe() {
  do {
    try risky() // → risky()
  } catch let error as Failure1 {
    error.report() // → Failure1.report()
  } catch {}
}
