struct Color1 { static func custom(_ x: Int) -> Color1 { Color1() } } // → Color1
let accent: Color1 = .custom(3) // → Color1.custom(_:)
