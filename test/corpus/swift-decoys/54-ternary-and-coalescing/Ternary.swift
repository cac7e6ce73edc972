struct Lamp { func on() {} }
func light(lamp: Lamp?, spare: Lamp) {
  let chosen = lamp ?? spare
  chosen.on() // → Lamp.on()
  let either = true ? spare : spare
  either.on() // → Lamp.on()
}
