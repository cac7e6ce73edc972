extension Parcel {
  func stamp() {}
}
func send(parcel: Parcel) {
  parcel.ship() // → Parcel.ship()
}
