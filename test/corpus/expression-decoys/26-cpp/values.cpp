namespace home {
struct Lamp { void light() {} Lamp twin() { return *this; } static Lamp make() { return Lamp(); } }; // → home.Lamp
}
struct Fire { void light() {} };
void values(Fire* fire) {
  home::Lamp::make().twin().light(); // → home.Lamp.make → home.Lamp.twin → home.Lamp.light
  fire->light(); // → Fire.light
  (*fire).light(); // → Fire.light
}
