class Lamp {
  light() {}
}
class Fire {
  light() {}
}
export function values(given?: Lamp) {
  const forced = given as Lamp;
  forced.light(); // → Lamp.light
  const made = new Fire(); // → Fire
  made.light(); // → Fire.light
  (given ?? new Lamp()).light(); // → Lamp → Lamp.light
  (given as Fire).light(); // → Fire.light
  new Lamp().light(); // → Lamp → Lamp.light
  const choice = given ? null : made;
  choice?.light(); // → Fire.light
}
