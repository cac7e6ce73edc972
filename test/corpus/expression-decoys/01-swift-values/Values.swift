struct Lamp { var next: Lamp? ; func light() {} ; func twin() -> Lamp { self } }
struct Fire { func light() {} ; init(path: String) throws {} }
func make() throws -> Fire { try! Fire(path: "a") } // → Fire.init(path:)

func values(lamp: Lamp?, any: Any, ok: Bool) throws {
  let forced = try! Fire(path: "b") // → Fire.init(path:)
  forced.light() // → Fire.light()
  let maybe = try? make() // → make()
  maybe?.light() // → Fire.light()
  let choice = ok ? nil : lamp
  choice?.light() // → Lamp.light()
  let cast = any as! Lamp
  cast.light() // → Lamp.light()
  (any as? Fire)?.light() // → Fire.light()
  let other = lamp ?? Lamp() // → Lamp
  other.light() // → Lamp.light()
  let lamps = [Lamp]()
  lamps[0].light() // → Lamp.light()
  lamp?.twin().next?.twin().twin().twin().twin().twin().twin().twin().twin().twin().light() // → Lamp.twin() → Lamp.light()
}

func long(lamp: Lamp) {
  lamp.twin().run { value in // → Lamp.twin() → Lamp.run(_:)
    print("a text that is long enough to hide what stands before it when only its last characters are kept: \(value)")
    print("and another one, because the first was not yet long enough for a receiver to be lost in")
  }.light() // → Lamp.light()
}

extension Lamp { func run(_ body: (Lamp) -> Void) -> Lamp { self } }

struct Lazy {
  let light = { Fire.self }()
  func go() { light() } // none
}
