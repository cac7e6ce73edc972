final class Engine { func rev() {} }
final class Car { var engine: Engine? }
func drive(car: Car?) {
  car?.engine?.rev() // → Engine.rev()
  car!.engine!.rev() // → Engine.rev()
}
