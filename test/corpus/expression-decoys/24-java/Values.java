class Lamp {
  void light() {}
  Lamp twin() { return this; }
}
class Fire {
  void light() {}
}
class Values {
  void values(Object any) {
    new Lamp().twin().light(); // → Lamp → Lamp.twin → Lamp.light
    ((Fire) any).light(); // → Fire.light
  }
}
