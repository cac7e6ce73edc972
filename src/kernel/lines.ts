/**
 * Splits a byte stream into lines in linear time, whatever their length. LF only: readline also splits on
 * U+2028, which is legal inside JSON strings. A line over the limit is dropped whole and reported once.
 */
export class LineSplitter {
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Yields `tooLong` in place of a line that was dropped. */
  *push(chunk: Buffer): Generator<{ line: string } | { tooLong: true }> {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end);
      start = end + 1;
      if (this.#skipping) this.#skipping = false;
      else if (this.#size + piece.length > this.#limit) yield { tooLong: true };
      else yield { line: Buffer.concat([...this.#parts, piece]).toString("utf8") };
      this.#reset();
    }
    this.#keep(chunk.subarray(start));
    if (this.#size <= this.#limit || this.#skipping) return;
    this.#skipping = true;
    this.#reset();
    yield { tooLong: true };
  }

  /** The text after the last line feed; a final message need not end with one. */
  rest(): string {
    const text = this.#skipping ? "" : Buffer.concat(this.#parts).toString("utf8");
    this.#reset();
    return text;
  }

  #keep(piece: Buffer): void {
    if (this.#skipping || piece.length === 0) return;
    this.#parts.push(piece);
    this.#size += piece.length;
  }

  #reset(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
