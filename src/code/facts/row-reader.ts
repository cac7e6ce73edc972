import { VarintReader } from "../store/bytes.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads what `RowWriter` and its table of texts wrote: the same calls in the same order give the same values. */
export class RowReader {
  readonly #numbers: VarintReader;
  readonly #texts: readonly string[];
  readonly #end: number;

  /** Throws a RangeError, as every call does, if the bytes are not what was written by this version. */
  constructor(bytes: Uint8Array, version: number) {
    const reader = new VarintReader(bytes, 0);
    if (reader.next() !== 0 || reader.next() !== version) throw damaged();
    const count = reader.next();
    if (count > bytes.length) throw damaged();
    const lengths = Array.from({ length: count }, () => reader.next());
    this.#end = bytes.length;
    const size = reader.next();
    this.#texts = textsIn(bytes.subarray(reader.at, reader.at + size), lengths);
    reader.at += size;
    this.#numbers = reader;
  }

  number(): number {
    if (this.#numbers.at >= this.#end) throw damaged();
    return this.#numbers.next();
  }

  signed(): number {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  optional(): number | undefined {
    const value = this.number();
    return value === 0 ? undefined : value - 1;
  }

  oneOf<T>(list: readonly T[]): T {
    return itemAt(list, this.number());
  }

  text(): string {
    return itemAt(this.#texts, this.number());
  }

  optionalText(): string | undefined {
    const value = this.number();
    return value === 0 ? undefined : itemAt(this.#texts, value - 1);
  }

  textList(): string[] {
    return this.#textsOf(this.number());
  }

  optionalTextList(): string[] | undefined {
    const value = this.number();
    return value === 0 ? undefined : this.#textsOf(value - 1);
  }

  optionalOneOf<T>(list: readonly T[]): T | undefined {
    const index = this.optional();
    return index === undefined ? undefined : itemAt(list, index);
  }

  optionalList<T>(read: (input: RowReader) => T): T[] | undefined {
    const count = this.optional();
    return count === undefined ? undefined : Array.from({ length: count }, () => read(this));
  }

  list<T>(read: (input: RowReader) => T): T[] {
    const items: T[] = [];
    for (let left = this.number(); left > 0; left--) items.push(read(this));
    return items;
  }

  #textsOf(count: number): string[] {
    const list: string[] = [];
    for (let left = count; left > 0; left--) list.push(this.text());
    return list;
  }
}

/** Texts by their lengths in characters. */
function textsIn(bytes: Uint8Array, lengths: readonly number[]): string[] {
  const joined = decoder.decode(bytes);
  let at = 0;
  // A slice of the whole would keep the whole in memory, for as long as any of its texts is used.
  if (joined.length === bytes.length) {
    const ascii = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return lengths.map((length) => {
      at += length;
      return ascii.toString("latin1", at - length, at);
    });
  }
  return lengths.map((length) => {
    at += length;
    return joined.slice(at - length, at);
  });
}

/** An item of a list by its stored index. Throws if there is none: the bytes are not what was written. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw damaged();
  return item;
}

function damaged(): RangeError {
  return new RangeError("The stored rows are damaged.");
}
