import { VarintReader } from "../store/bytes.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The other side of `FactWriter`: the same calls in the same order give the same values. */
export class FactReader {
  private readonly numbers: VarintReader;
  private readonly texts: readonly string[];

  constructor(bytes: Uint8Array) {
    const reader = new VarintReader(bytes, 0);
    const lengths = Array.from({ length: reader.next() }, () => reader.next());
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
    return this.numbers.next();
  }

  signed(): number {
    const value = this.numbers.next();
    return (value >>> 1) ^ -(value & 1);
  }

  optional(): number | undefined {
    const value = this.numbers.next();
    return value === 0 ? undefined : value - 1;
  }

  text(): string {
    return this.texts[this.numbers.next()] ?? "";
  }

  optionalText(): string | undefined {
    const value = this.numbers.next();
    return value === 0 ? undefined : this.texts[value - 1];
  }

  textList(): string[] {
    return this.listOf(this.numbers.next());
  }

  optionalTextList(): string[] | undefined {
    const value = this.numbers.next();
    return value === 0 ? undefined : this.listOf(value - 1);
  }

  private listOf(count: number): string[] {
    const list: string[] = [];
    for (let left = count; left > 0; left--) list.push(this.text());
    return list;
  }
}
