/// One sailing from one harbor to the other.
public struct Crossing: Identifiable, Sendable {
    public typealias ID = Int

    public let id: ID
    public let departure: Int
    public var freePlaces: Int
}

/// A passenger's place on a crossing.
public struct Booking: Sendable, Equatable {
    public let number: BookingNumber
    public let crossing: Crossing.ID
    public let passenger: String
}

/// Short enough to be read aloud on the phone: five characters, no vowels.
///
/// [ENSURES: concept-identity.number:CHECK]
public struct BookingNumber: Hashable, Sendable {
    public let text: String
    nonisolated(unsafe) private static var last = 0

    static func next() -> BookingNumber {
        last += 1
        let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
        var rest = last
        var text = ""
        for _ in 0..<5 {
            text.append(letters[rest % letters.count])
            rest /= letters.count
        }
        return BookingNumber(text: text)
    }
}

/// The current time; a parameter, so that tests do not have to wait for a ferry.
public protocol Clock: Sendable {
    func minutes(until departure: Int) -> Int
}
