extension StringProtocol { func wrapped(to width: Int) -> String { "" } }
extension FixedWidthInteger { func doubled() -> Self { self } }
struct Sheet { func fold(to width: Int) {} }
func texts() {
  "a text".wrapped(to: 3) // possible StringProtocol.wrapped(to:)
  (1 as UInt8).doubled() // possible FixedWidthInteger.doubled()
  "a text".fold(to: 3) // none
}
