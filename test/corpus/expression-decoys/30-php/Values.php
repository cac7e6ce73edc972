<?php
interface Light { function light(); }
class Lamp implements Light {
  private Fire $fire;
  function light() { $this->fire->light(); } // → Fire.light
  function dim() {}
}
class Fire {
  function light() {}
}
class Glow extends Fire {
  function light() { parent::light(); } // → Fire.light
}
function values(Light $light) {
  (new Lamp())->light(); // → Lamp → Lamp.light
  if ($light instanceof Lamp) $light->dim(); // possible Lamp.dim
}
