func use(table: Table, plain: Plain, sheet: Sheet, maybe: Table?, rows: [Int], map: [String: Table]) {
  table[row: 1].clear() // → Table.subscript(row:) → Row.clear()
  table[1, 2].fill() // → Table.subscript(_:_:) → Cell.fill()
  _ = table["a", default: Cell()] // → Table.subscript(_:default:) → Cell
  _ = Table[shared: "a"] // → Table.subscript(shared:)
  table[column: 2].fill() // → Table.subscript(column:) → Cell.fill()
  _ = table[3] // none
  _ = plain.items[0] // none
  _ = plain.items[safe: 0] // → Array.subscript(safe:)
  _ = sheet[safe: 1]?[row: 2] // → Sheet.subscript(safe:) → Table.subscript(row:)
  _ = maybe?[1, 2] // → Table.subscript(_:_:)
  _ = rows[0] // none
  _ = map["a"] // none
  _ = map["a"]?[row: 1] // → Table.subscript(row:)
  _ = unknown()[0] // none
  _ = unknown()[row: 3] // possible Table.subscript(row:)
  let list = [row: 1] // none
}
