const space = 0x20;
const tab = 0x09;

/** Reads a line from the left in columns: a tab goes to the next multiple of four, and may be used in part. */
export class LineCursor {
  text = "";
  /** Columns used up so far. */
  column = 0;
  /** The next character that is not a space. */
  nonspace = 0;
  /** How many columns of spaces are before it. */
  indent = 0;

  /** Starts at the left of a line. One cursor serves all lines of a text. */
  start(text: string): this {
    this.text = text;
    this.column = 0;
    this.look(0);
    return this;
  }

  get blank(): boolean {
    return this.nonspace >= this.text.length;
  }

  /** The code of the next character that is not a space, NaN at the end. */
  get code(): number {
    return this.text.charCodeAt(this.nonspace);
  }

  /** Consumes columns of spaces. */
  skipColumns(count: number): void {
    const used = Math.min(count, this.indent);
    this.column += used;
    this.indent -= used;
  }

  /** Consumes the spaces and then the characters before `index`. */
  skipTo(index: number): void {
    this.column += this.indent + (index - this.nonspace);
    this.look(index);
  }

  private look(from: number): void {
    let index = from;
    let column = this.column;
    for (; index < this.text.length; index++) {
      const code = this.text.charCodeAt(index);
      if (code === space) column++;
      else if (code === tab) column += 4 - (column % 4);
      else break;
    }
    this.nonspace = index;
    this.indent = column - this.column;
  }
}
