struct Flag {
  let ready: Bool
}
func ready() {}
func check(flag: Flag) -> Bool {
  ready() // → ready()
  return flag.ready
}
