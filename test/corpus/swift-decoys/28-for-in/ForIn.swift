struct Item { func pack() {} }
func packAll(items: [Item]) {
  for item in items {
    item.pack() // → Item.pack()
  }
  items.first?.pack() // → Item.pack()
  items[0].pack() // → Item.pack()
}
