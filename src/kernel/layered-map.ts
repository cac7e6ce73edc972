/** Beyond this share of the entries a map is copied instead of layered. */
const maxShare = 1 / 16;
const minEntries = 64;

/** A map that differs from another one in a few entries. Making it costs as much as those entries. Neither changes. */
class LayeredMap<K, V> implements ReadonlyMap<K, V> {
  readonly size: number;
  readonly base: ReadonlyMap<K, V>;
  readonly over: ReadonlyMap<K, V>;
  readonly gone: ReadonlySet<K>;

  constructor(base: ReadonlyMap<K, V>, over: ReadonlyMap<K, V>, gone: ReadonlySet<K>) {
    this.base = base;
    this.over = over;
    this.gone = gone;
    let size = base.size - gone.size;
    for (const key of over.keys()) if (!base.has(key)) size++;
    this.size = size;
  }

  get(key: K): V | undefined {
    if (this.over.has(key)) return this.over.get(key);
    return this.gone.has(key) ? undefined : this.base.get(key);
  }

  has(key: K): boolean {
    return this.over.has(key) || (!this.gone.has(key) && this.base.has(key));
  }

  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.base) {
      if (this.gone.has(key)) continue;
      yield [key, this.over.has(key) ? (this.over.get(key) ?? value) : value];
    }
    for (const [key, value] of this.over) if (!this.base.has(key)) yield [key, value];
  }

  *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(action: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) action(value, key, this);
  }
}

/**
 * A map with other values for some keys, and without others. Keys keep their place; new ones come last. A value is
 * never undefined.
 */
export function withEntries<K, V>(
  map: ReadonlyMap<K, V>,
  changed: Iterable<readonly [K, V]>,
  removed: Iterable<K> = [],
): ReadonlyMap<K, V> {
  const isLayered = map instanceof LayeredMap;
  const base = isLayered ? map.base : map;
  const over = new Map<K, V>(isLayered ? map.over : []);
  const gone = new Set<K>(isLayered ? map.gone : []);
  for (const key of removed) {
    over.delete(key);
    if (base.has(key)) gone.add(key);
  }
  for (const [key, value] of changed) {
    over.set(key, value);
    gone.delete(key);
  }
  if (over.size + gone.size === 0) return base;
  const layered = new LayeredMap(base, over, gone);
  return over.size + gone.size > Math.max(minEntries, base.size * maxShare) ? new Map(layered) : layered;
}

/** The keys whose values are not the same object. Maps that were made from one another are compared by what differs. */
export function changedKeys<K, V>(before: ReadonlyMap<K, V>, now: ReadonlyMap<K, V>): Set<K> {
  if (before === now) return new Set();
  const [old, current] = [layersOf(before), layersOf(now)];
  const isRelated = old.base === current.base;
  const keys = isRelated
    ? [...old.over.keys(), ...old.gone, ...current.over.keys(), ...current.gone]
    : [...before.keys(), ...now.keys()];
  return new Set(keys.filter((key) => before.get(key) !== now.get(key)));
}

function layersOf<K, V>(map: ReadonlyMap<K, V>): Pick<LayeredMap<K, V>, "base" | "over" | "gone"> {
  return map instanceof LayeredMap ? map : { base: map, over: new Map<K, V>(), gone: new Set<K>() };
}
