/** How the units of a word are mixed into the hash under which a table knows it. */
export const hashStart = (Math.random() * 0x7fffffff) | 0; // differs by process, so that no repository can aim at it
export const hashFactor = 0x01000193;

/**
 * Words by number. Code repeats its words: one that was met before is found from its place in the text alone,
 * without making a string of it.
 */
export class WordTable {
  private readonly texts: string[] = [];
  private hashes = new Uint32Array(1 << 13);
  /** Open addressing; the number of a word plus one, 0 where nothing is. */
  private slots = new Uint32Array(1 << 14);

  get size(): number {
    return this.texts.length;
  }

  /** The number of the word `text.slice(from, to)`, whose units mix to `hash`; a new word gets the next number. */
  numberAt(text: string, from: number, to: number, hash: number): number {
    const { slots, hashes, texts } = this;
    const mask = slots.length - 1;
    const mixed = (hash ^ (hash >>> 15)) >>> 0;
    for (let slot = mixed & mask; ; slot = (slot + 1) & mask) {
      const known = (slots[slot] ?? 0) - 1;
      if (known < 0) return this.add(text.slice(from, to), mixed, slot);
      if (hashes[known] === mixed && isAt(texts[known] ?? "", text, from, to)) return known;
    }
  }

  /** The word as a string: the same one each time. */
  textAt(text: string, from: number, to: number, hash: number): string {
    return this.texts[this.numberAt(text, from, to, hash)] ?? "";
  }

  textOf(number: number): string {
    return this.texts[number] ?? "";
  }

  private add(word: string, mixed: number, slot: number): number {
    const number = this.texts.length;
    this.texts.push(ownString(word));
    this.hashes[number] = mixed;
    this.slots[slot] = number + 1;
    if (this.texts.length === this.hashes.length) this.grow();
    return number;
  }

  /** Always twice as many slots as words. */
  private grow(): void {
    const hashes = new Uint32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    const slots = new Uint32Array(hashes.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.texts.length; number++) {
      let slot = (hashes[number] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.hashes = hashes;
    this.slots = slots;
  }
}

/**
 * A slice keeps the whole text that it was cut from. The name of a property is a string of its own, and one that
 * the engine compares by identity. Without a prototype, because other objects get a hidden class for each name.
 */
function ownString(slice: string): string {
  const holder: Record<string, number> = Object.create(null);
  holder[slice] = 0;
  return Object.keys(holder)[0] ?? slice;
}

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  }
  return true;
}
