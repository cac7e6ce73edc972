final class Pool { func drain() {} }
final class Owner {
  lazy var pool: Pool = makePool() // → Owner.makePool()
  var other: Pool { Pool() } // → Pool
  func makePool() -> Pool { Pool() } // → Pool
  func stop1() {
    pool.drain() // → Pool.drain()
    other.drain() // → Pool.drain()
  }
}
