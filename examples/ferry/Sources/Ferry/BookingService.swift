/// Why a booking or a cancellation was refused.
public enum BookingError: Error, Equatable {
    case crossingFull(next: Crossing.ID?)
    case unknownBooking
    case tooLateToCancel
}

/// Reserves places on crossings and gives them back.
///
/// [ENSURES: concept-capacity.limit:CHECK]
public actor BookingService {
    private var crossings: [Crossing.ID: Crossing]
    private var bookings: [BookingNumber: Booking] = [:]
    private let clock: any Clock

    public init(crossings: [Crossing], clock: any Clock) {
        self.crossings = Dictionary(uniqueKeysWithValues: crossings.map { ($0.id, $0) })
        self.clock = clock
    }

    /// Confirms a booking if the crossing has a free place.
    public func book(_ id: Crossing.ID, for passenger: String) throws -> Booking {
        guard var crossing = crossings[id], crossing.freePlaces > 0 else {
            throw BookingError.crossingFull(next: nextCrossing(after: id)?.id)
        }
        crossing.freePlaces -= 1
        crossings[id] = crossing
        let booking = Booking(number: .next(), crossing: id, passenger: passenger)
        bookings[booking.number] = booking
        return booking
    }

    /// Gives the place back, unless the ferry is about to leave.
    public func cancel(_ number: BookingNumber) throws {
        guard let booking = bookings[number], var crossing = crossings[booking.crossing] else {
            throw BookingError.unknownBooking
        }
        guard clock.minutes(until: crossing.departure) >= 10 else {
            throw BookingError.tooLateToCancel
        }
        bookings[number] = nil
        crossing.freePlaces += 1
        crossings[crossing.id] = crossing
    }

    private func nextCrossing(after id: Crossing.ID) -> Crossing? {
        crossings.values
            .filter { $0.id > id && $0.freePlaces > 0 }
            .min { $0.id < $1.id }
    }
}
