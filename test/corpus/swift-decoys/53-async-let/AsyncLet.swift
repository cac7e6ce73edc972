struct Weather { func forecast() async -> Int { 1 } }
func day(weather: Weather) async {
  async let today = weather.forecast() // → Weather.forecast()
  _ = await today
}
