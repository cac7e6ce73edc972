class Lamp:
    def light(self): pass
    def twin(self) -> "Lamp": return self
class Fire:
    def light(self): pass
def values(lamp: Lamp):
    fire = Fire() # → Fire
    fire.light() # → Fire.light
    other = lamp if lamp else fire
    other.light() # → Lamp.light
    (lamp or fire).light() # → Lamp.light
