import { ByteWriter } from "../store/bytes.ts";

/** Longer texts hardly ever repeat: looking for them would cost more than it saves. */
const maxShared = 40;

/** Texts, numbered in the order of their first use. */
export class TextTable {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    if (text.length > maxShared) return this.#texts.push(text) - 1;
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** The lengths of the texts, then the texts. */
  write(out: ByteWriter): void {
    out.varint(this.#texts.length);
    for (const { length } of this.#texts) out.varint(length);
    const joined = new TextEncoder().encode(this.#texts.join(""));
    out.varint(joined.length);
    out.append(joined);
  }
}

/** Numbers one after the other, some of which refer to texts in a table. */
export class RowWriter {
  readonly #numbers = new ByteWriter();
  readonly #texts: TextTable;

  constructor(texts: TextTable) {
    this.#texts = texts;
  }

  /** Whole and not negative. */
  number(value: number): void {
    this.#numbers.varint(value);
  }

  /** Any whole number; the nearer to zero, the shorter. */
  signed(value: number): void {
    this.#numbers.varint((value << 1) ^ (value >> 31));
  }

  optional(value: number | undefined): void {
    this.#numbers.varint(value === undefined ? 0 : value + 1);
  }

  /** By its index in a list; a value that is not there counts as the first, so that what follows stays readable. */
  oneOf<T>(list: readonly T[], value: T): void {
    this.#numbers.varint(Math.max(0, list.indexOf(value)));
  }

  text(value: string): void {
    this.#numbers.varint(this.#texts.numberOf(value));
  }

  optionalText(value: string | undefined): void {
    this.#numbers.varint(value === undefined ? 0 : this.#texts.numberOf(value) + 1);
  }

  textList(values: readonly string[]): void {
    this.#numbers.varint(values.length);
    for (const value of values) this.text(value);
  }

  optionalTextList(values: readonly string[] | undefined): void {
    this.#numbers.varint(values === undefined ? 0 : values.length + 1);
    if (values) for (const value of values) this.text(value);
  }

  optionalOneOf<T>(list: readonly T[], value: T | undefined): void {
    this.#numbers.varint(value === undefined ? 0 : list.indexOf(value) + 1);
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.#numbers.varint(items.length);
    for (const item of items) write(item);
  }

  /** The bytes written so far; no copy. */
  done(): Uint8Array {
    return this.#numbers.done();
  }
}
