class Lamp {
  fun light() {}
  fun twin(): Lamp = this
}
class Fire {
  fun light(): Boolean = true
}
fun Lamp.dim() {}
fun values(lamp: Lamp?, fire: Fire, any: Any) {
  lamp?.light() // → Lamp.light
  lamp!!.light() // → Lamp.light
  if (!fire.light()) return // → Fire.light
  (any as Fire).light() // → Fire.light
  fire.dim() // possible dim
}
actual open class Bytes
internal actual constructor(
  internal actual val data: ByteArray,
) : Comparable<Bytes> {
  actual open fun toHex(): String = commonHex() // → commonHex
}
internal fun commonHex(): String = ""
