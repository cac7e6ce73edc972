import Foundation
struct Job { func resume1() {} ; func cancel() {} }
func download(task: URLSessionTask) {
  task.resume1() // none
  task.cancel() // none
}
