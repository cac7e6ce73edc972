struct Pipe { func drain() {} }
func attempt<T>(_ body: () throws -> T) -> T { try! body() } // none
func later<T: Sendable>(_ body: () -> T) -> T { body() } // none
func both() {
  let first = attempt { Pipe() } // → attempt(_:) → Pipe
  first.drain() // possible Pipe.drain()
  let second = later { Pipe() } // → later(_:) → Pipe
  second.drain() // possible Pipe.drain()
}
