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
class Fuse {
  static function make(): self {
    $fuse = new static(); // → Fuse
    $fuse->burnThrough(); // → Fuse.burnThrough
    return $fuse;
  }
  function burnThrough() {}
}
function fuses() {
  Fuse::make()->burnThrough(); // → Fuse.make → Fuse.burnThrough
}
