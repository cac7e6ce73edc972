extension Parcel {
  func ship() {
    stamp() // → Parcel.stamp()
  }
}
