class Lamp {
  public void Light() {}
  public Lamp Twin() { return this; }
}
class Fire {
  public void Light() {}
}
static class Extensions {
  public static void Dim(this Lamp lamp) {}
}
class Values {
  void All(object any, Lamp lamp) {
    new Lamp().Twin().Light(); // → Lamp → Lamp.Twin → Lamp.Light
    ((Fire)any).Light(); // → Fire.Light
    (any as Fire).Light(); // → Fire.Light
    lamp.Dim(); // possible Extensions.Dim
  }
}
