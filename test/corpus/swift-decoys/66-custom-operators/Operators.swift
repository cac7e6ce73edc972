infix operator <~: AssignmentPrecedence
infix operator |>
prefix operator √
postfix operator †
struct Property { static func <~ (target: Property, source: Signal) {} }
struct Signal { func next() {} }
struct Label { static func <~ (target: Label, source: Signal) {} }
func |> <A, B>(value: A, change: (A) -> B) -> B { change(value) }
extension Double { static prefix func √ (value: Double) -> Double { value } }
struct Angle { static postfix func † (value: Angle) -> Angle { value } }
