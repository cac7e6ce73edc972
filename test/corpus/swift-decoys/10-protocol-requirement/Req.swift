protocol Store { func save() }
struct Disk: Store { func save() {} }
struct Memory: Store { func save() {} }
func persist(store: any Store) {
  store.save() // → Store.save()
}
func exact(disk: Disk) {
  disk.save() // → Disk.save()
}
