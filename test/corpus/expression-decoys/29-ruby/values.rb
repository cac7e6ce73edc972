class Lamp
  def initialize(watts)
  end
  def light
  end
end
class Fire
  def light
  end
end
def values
  Lamp.new(1).light # → Lamp.initialize → Lamp.light
  Fire.new.light # → Fire → Fire.light
end
