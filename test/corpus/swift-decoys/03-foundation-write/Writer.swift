import Foundation
final class Writer {
  func write(to url: URL) {}
}
func save(data: Data, url: URL) throws {
  try data.write(to: url) // none
}
func keep(writer: Writer, url: URL) {
  writer.write(to: url) // → Writer.write(to:)
}
