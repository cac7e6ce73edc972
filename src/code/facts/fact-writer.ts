import { ByteWriter } from "../store/bytes.ts";

/** Longer texts hardly ever repeat: looking for them would cost more than it saves. */
const longestShared = 40;

/** Numbers one after the other, and the texts that some of them stand for. */
export class FactWriter {
  private readonly numbers = new ByteWriter();
  private readonly texts: string[] = [];
  private readonly known = new Map<string, number>();

  /** Whole and not negative. */
  number(value: number): void {
    this.numbers.varint(value);
  }

  /** May be negative; the nearer to zero, the shorter. */
  signed(value: number): void {
    this.numbers.varint((value << 1) ^ (value >> 31));
  }

  optional(value: number | undefined): void {
    this.numbers.varint(value === undefined ? 0 : value + 1);
  }

  /** By its place in a list; a value that is not there counts as the first, so that what follows stays readable. */
  oneOf<T>(list: readonly T[], value: T): void {
    this.numbers.varint(Math.max(0, list.indexOf(value)));
  }

  text(value: string): void {
    this.numbers.varint(this.numberOf(value));
  }

  optionalText(value: string | undefined): void {
    this.numbers.varint(value === undefined ? 0 : this.numberOf(value) + 1);
  }

  textList(values: readonly string[]): void {
    this.numbers.varint(values.length);
    for (let at = 0; at < values.length; at++) this.text(values[at] ?? "");
  }

  optionalTextList(values: readonly string[] | undefined): void {
    this.numbers.varint(values === undefined ? 0 : values.length + 1);
    if (!values) return;
    for (let at = 0; at < values.length; at++) this.text(values[at] ?? "");
  }

  /** The lengths of the texts, the texts, the numbers; `FactReader` takes them apart. */
  done(): Uint8Array {
    const { texts } = this;
    const lengths = new ByteWriter();
    lengths.varint(texts.length);
    for (const { length } of texts) lengths.varint(length);
    const joined = new TextEncoder().encode(texts.join(""));
    lengths.varint(joined.length);
    lengths.append(joined);
    lengths.append(this.numbers.done());
    return lengths.done();
  }

  private numberOf(value: string): number {
    const { texts, known } = this;
    if (value.length > longestShared) return texts.push(value) - 1;
    let number = known.get(value);
    if (number === undefined) {
      number = texts.push(value) - 1;
      known.set(value, number);
    }
    return number;
  }
}
