import { VarintReader } from "../store/bytes.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The other side of `FactWriter`: the same calls in the same order give the same values. */
export class FactReader {
  private readonly numbers: VarintReader;
  private readonly texts: readonly string[];

  private readonly end: number;

  /** Throws, as every call does, when the bytes end before what they announce. */
  constructor(bytes: Uint8Array) {
    const reader = new VarintReader(bytes, 0);
    const count = reader.next();
    if (count > bytes.length) throw new RangeError("The stored facts are damaged.");
    const lengths = Array.from({ length: count }, () => reader.next());
    this.end = bytes.length;
    const size = reader.next();
    const joined = decoder.decode(bytes.subarray(reader.at, reader.at + size));
    let at = 0;
    this.texts = lengths.map((length) => {
      at += length;
      return joined.slice(at - length, at);
    });
    reader.at += size;
    this.numbers = reader;
  }

  number(): number {
    return this.next();
  }

  signed(): number {
    const value = this.next();
    return (value >>> 1) ^ -(value & 1);
  }

  optional(): number | undefined {
    const value = this.next();
    return value === 0 ? undefined : value - 1;
  }

  text(): string {
    return this.texts[this.next()] ?? "";
  }

  optionalText(): string | undefined {
    const value = this.next();
    return value === 0 ? undefined : this.texts[value - 1];
  }

  textList(): string[] {
    return this.listOf(this.next());
  }

  optionalTextList(): string[] | undefined {
    const value = this.next();
    return value === 0 ? undefined : this.listOf(value - 1);
  }

  private listOf(count: number): string[] {
    const list: string[] = [];
    for (let left = count; left > 0; left--) list.push(this.text());
    return list;
  }

  private next(): number {
    if (this.numbers.at >= this.end) throw new RangeError("The stored facts are damaged.");
    return this.numbers.next();
  }
}
