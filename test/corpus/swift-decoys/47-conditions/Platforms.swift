#if os(Linux)
func platform() {}
#else
func platform() {}
#endif
func boot() {
  platform() // possible platform() possible platform()~2
}
