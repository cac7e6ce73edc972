actor Cache { func get1(_ key: String) -> Int? { nil } }
func read2(cache: Cache) async -> Int? {
  await cache.get1("a") // → Cache.get1(_:)
}
