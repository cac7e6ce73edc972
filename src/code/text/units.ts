/** The UTF-16 units of one text at a time: loops read them a good deal faster from here than from a string. */
export class Units {
  private units = new Uint16Array(1 << 12);
  private bytes = Buffer.from(this.units.buffer);

  /** The units of a text and a zero behind them; good until the next text is loaded. */
  load(text: string): Uint16Array {
    if (text.length >= this.units.length) {
      this.units = new Uint16Array(Math.max(this.units.length * 2, text.length + 1));
      this.bytes = Buffer.from(this.units.buffer);
    }
    this.bytes.write(text, 0, "utf16le");
    this.units[text.length] = 0;
    return this.units;
  }
}
