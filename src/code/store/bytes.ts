/** A growing byte buffer. */
export class ByteWriter {
  private bytes = new Uint8Array(4096);
  private view = Buffer.from(this.bytes.buffer);
  length = 0;

  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  text(value: string): void {
    this.reserve(value.length * 3);
    this.length += this.view.write(value, this.length, "utf8");
  }

  append(value: Uint8Array): void {
    this.reserve(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  /** The bytes written so far; no copy. */
  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = Buffer.from(grown.buffer);
  }
}

/** Bytes that are put together once, when all are there. */
export class ByteParts {
  private readonly parts: Uint8Array[] = [];
  length = 0;

  append(value: Uint8Array): void {
    this.parts.push(value);
    this.length += value.length;
  }

  done(): Uint8Array {
    return Buffer.concat(this.parts, this.length);
  }
}

/** A growing list of whole numbers up to 2^32 - 1. */
export class NumberList {
  private numbers = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = value;
  }

  at(index: number): number {
    return this.numbers[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.numbers[index] = value;
  }

  done(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}

/** Decodes variable-length numbers from a range of bytes. */
export class VarintReader {
  private readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
    }
  }
}
