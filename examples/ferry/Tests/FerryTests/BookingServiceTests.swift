import Testing
@testable import Ferry

struct StoppedClock: Clock {
    let now: Int
    func minutes(until departure: Int) -> Int { departure - now }
}

@Test func aFullCrossingRefusesAndNamesTheNext() async throws {
    let service = BookingService(
        crossings: [Crossing(id: 1, departure: 60, freePlaces: 0), Crossing(id: 2, departure: 120, freePlaces: 4)],
        clock: StoppedClock(now: 0)
    )
    await #expect(throws: BookingError.crossingFull(next: 2)) {
        try await service.book(1, for: "Ada")
    }
}
