/** How the units of a word are mixed into the hash under which a table knows it. */
export const hashStart = (Math.random() * 0x7fffffff) | 0; // differs by process, so that no repository can aim at it
export const hashFactor = 0x01000193;

/**
 * Words with a few numbers each. Code repeats its words: one that was met before is found from its place in the text
 * alone, without making a string of it. What is waited for is memory, so all of a word lies together.
 */
export class WordTable {
  /** The numbers of the word at `place` are `cells[place + 2]` and on; there are `cells[place + 1]` of them. */
  cells = new Uint32Array(1 << 15);
  size = 0;
  private end = 0;
  /** Open addressing in pairs: the mixed hash of a word, and its place plus one; 0 where nothing is. */
  private slots = new Uint32Array(1 << 15);

  /** The index of the word whose units are at `from` to `to`, with the hash `hash`; -1 when it is missing. */
  find(units: Uint16Array, from: number, to: number, hash: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    const mixed = mix(hash);
    for (let slot = (mixed << 1) & mask; ; slot = (slot + 2) & mask) {
      const place = (slots[slot + 1] ?? 0) - 1;
      if (place < 0 || (slots[slot] === mixed && this.isAt(place, units, from, to))) return place;
    }
  }

  /** Adds a word that is not here yet; gives its place. */
  add(units: Uint16Array, from: number, to: number, hash: number, numbers: readonly number[]): number {
    const place = this.end;
    this.end = place + 2 + numbers.length + ((to - from + 1) >> 1);
    if (this.end > this.cells.length) {
      const grown = new Uint32Array(Math.max(this.cells.length * 2, this.end));
      grown.set(this.cells);
      this.cells = grown;
    }
    const { cells } = this;
    cells[place] = to - from;
    cells[place + 1] = numbers.length;
    cells.set(numbers, place + 2);
    let cell = place + 2 + numbers.length;
    for (let at = from; at < to; at += 2) cells[cell++] = twoUnits(units, at, to);
    if (++this.size * 4 > this.slots.length) this.grow();
    enter(this.slots, mix(hash), place + 1);
    return place;
  }

  private isAt(place: number, units: Uint16Array, from: number, to: number): boolean {
    const { cells } = this;
    if (cells[place] !== to - from) return false;
    let cell = place + 2 + (cells[place + 1] ?? 0);
    for (let at = from; at < to; at += 2) if (cells[cell++] !== twoUnits(units, at, to)) return false;
    return true;
  }

  /** Always twice as many pairs as words. */
  private grow(): void {
    const { slots } = this;
    const grown = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2)
      if (slots[at + 1] !== 0) enter(grown, slots[at] ?? 0, slots[at + 1] ?? 0);
    this.slots = grown;
  }
}

function mix(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

function enter(slots: Uint32Array, mixed: number, place: number): void {
  const mask = slots.length - 1;
  let slot = (mixed << 1) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = mixed;
  slots[slot + 1] = place;
}

/** The unit at `at` and the one behind it, if that is before `to`. */
function twoUnits(units: Uint16Array, at: number, to: number): number {
  const unit = units[at] ?? 0;
  return at + 1 < to ? (unit | ((units[at + 1] ?? 0) << 16)) >>> 0 : unit;
}
