struct Crate<Content> { let content: Content; func open3() -> Content { content } }
struct Apple { func eat() {} }
func lunch(crate: Crate<Apple>) {
  crate.content.eat() // → Apple.eat()
  crate.open3().eat() // → Crate.open3() → Apple.eat()
}
