struct Cell { func fill() {} }
struct Row { func clear() {} }
struct Table {
  subscript(row index: Int) -> Row { Row() } // → Row
  subscript(x: Int, y: Int) -> Cell { Cell() } // → Cell
  subscript(key: String, default other: Cell) -> Cell { self[0, 1] } // → Table.subscript(_:_:)
  subscript(column column: Int) -> Cell { Cell() } // → Cell
  static subscript(shared name: String) -> Table { Table() } // → Table
}
struct Plain { let items: [Int] }
class Sheet { subscript(safe index: Int) -> Table? { nil } }
final class Book: Sheet { override subscript(safe index: Int) -> Table? { super[safe: index] } } // → Sheet.subscript(safe:)
extension Array { subscript(safe index: Int) -> Element? { nil } }
