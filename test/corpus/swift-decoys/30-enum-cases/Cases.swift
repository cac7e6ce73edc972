enum Event { case opened(Int), closed }
func emit(_ event: Event) {}
func fire() {
  emit(Event.opened(3)) // → emit(_:) → Event.opened(_:)
}
