protocol Reads { func read1() }
protocol Writes { func write1() }
typealias ReadsWrites = Reads & Writes
func both(item: ReadsWrites) {
  item.read1() // → Reads.read1()
  item.write1() // → Writes.write1()
}
func inline(item: any Reads & Writes) {
  item.write1() // → Writes.write1()
}
