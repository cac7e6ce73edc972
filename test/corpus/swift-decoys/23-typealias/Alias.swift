struct Handler { func handle() {} }
typealias Callback = Handler
func call(callback: Callback) {
  callback.handle() // → Handler.handle()
}
