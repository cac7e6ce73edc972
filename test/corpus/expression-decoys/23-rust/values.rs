struct Lamp {}
struct Fire {}
impl Lamp {
    fn make() -> Lamp { Lamp {} }
    fn twin(&self) -> Lamp { Lamp::make() } // → Lamp.make
    fn light(&self) {}
    fn both(&self) {
        self.twin().light(); // → Lamp.twin → Lamp.light
        (*self).light(); // → Lamp.light
    }
}
impl Fire {
    fn light(&self) {}
}
fn values() {
    Lamp::make().light(); // → Lamp.make → Lamp.light
    Fire {}.light(); // → Fire.light
}
