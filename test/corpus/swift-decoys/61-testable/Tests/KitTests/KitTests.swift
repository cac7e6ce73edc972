@testable import Kit
import XCTest
final class KitTests: XCTestCase {
  func testSpin() {
    Engine1().spin() // → Engine1 → Engine1.spin()
  }
}
