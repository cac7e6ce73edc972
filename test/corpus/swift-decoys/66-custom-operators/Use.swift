struct Screen {
  let title: Label
  let state: Property
  func bind(signal: Signal, angle: Angle, other: Unknown) {
    title <~ signal // → Label.<~(_:_:)
    state <~ signal // → Property.<~(_:_:)
    self.state <~ signal // → Property.<~(_:_:)
    other.deep.thing <~ signal // possible Property.<~(_:_:) possible Label.<~(_:_:)
    _ = signal |> describe // → |>(_:_:) ref describe(_:)
    _ = √2.0 // → Double.√(_:)
    _ = angle† // → Angle.†(_:)
    let text = "title <~ signal" // none
    // state <~ signal
    _ = title < text // none
    _ = !true // none
  }
}
func describe(_ signal: Signal) -> String { "" }
