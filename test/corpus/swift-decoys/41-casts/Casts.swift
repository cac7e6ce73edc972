class Vehicle {}
final class Truck: Vehicle { func unload() {} }
func work(vehicle: Vehicle) {
  (vehicle as? Truck)?.unload() // → Truck.unload()
  if let truck = vehicle as? Truck {
    truck.unload() // → Truck.unload()
  }
}
