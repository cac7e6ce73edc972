import { WordTable } from "./word-table.ts";

/** Each word as one string, whatever file it is met in. */
export class Names {
  private readonly texts: string[] = [];
  private readonly words = new WordTable();

  get size(): number {
    return this.texts.length;
  }

  /** The word whose units are at `from` to `to` in the text, with the hash `hash`. */
  at(text: string, units: Uint16Array, from: number, to: number, hash: number): string {
    const place = this.words.find(units, from, to, hash);
    if (place >= 0) return this.texts[this.words.cells[place + 2] ?? 0] ?? "";
    const word = ownString(text.slice(from, to));
    this.words.add(units, from, to, hash, [this.texts.push(word) - 1]);
    return word;
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
