import type { ReadStream, WriteStream } from "node:tty";
import type { Input } from "../keys/key.ts";
import { KeyReader } from "../keys/reader.ts";
import type { Grid, Size } from "../screen/grid.ts";
import { type PaintOptions, paint } from "../screen/paint.ts";

const ESC = "\u001b";
/** Alternate screen, no cursor, bracketed paste. */
const ENTER = `${ESC}[?1049h${ESC}[?25l${ESC}[?2004h`;
/** The reverse, and every look off: whatever state the terminal was left in, it is sane afterwards. */
const LEAVE = `${ESC}[0m${ESC}[?2026l${ESC}[?2004l${ESC}[?25h${ESC}[?1049l`;
const ESC_MS = 50;

export interface TtyOptions extends PaintOptions {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly onInput: (inputs: readonly Input[]) => void;
  readonly onResize: (size: Size) => void;
  /** The terminal is gone. */
  readonly onGone: () => void;
  /** How long an Esc may be the beginning of a sequence. */
  readonly escapeMs?: number | undefined;
}

/** The terminal while the app owns it. Entering and leaving may be repeated; leaving never fails. */
export class Tty {
  readonly #options: TtyOptions;
  readonly #reader = new KeyReader();
  #shown: Grid | undefined;
  #isOn = false;
  #escape: NodeJS.Timeout | undefined;

  constructor(options: TtyOptions) {
    this.#options = options;
    // The command line gives up at once when its answer cannot be written; here agents must be ended first. For as
    // long as the process lives: also while another program has the terminal, its end must not be a crash.
    options.output.removeAllListeners("error");
    options.output.on("error", options.onGone);
    options.input.on("error", options.onGone);
  }

  size(): Size {
    const { columns, rows } = this.#options.output;
    // Some terminals report nothing, or nothing yet.
    return { cols: columns || 80, rows: rows || 24 };
  }

  enter(): void {
    if (this.#isOn) return;
    const { input, output, onGone } = this.#options;
    this.#isOn = true;
    this.#shown = undefined;
    input.setRawMode(true);
    input.on("data", this.#onData);
    input.on("end", onGone);
    // Not the stream's own event, which keeps silent when the size is the old one again: what was between has
    // spoilt the screen all the same.
    process.on("SIGWINCH", this.#onResize);
    input.resume();
    output.write(ENTER);
  }

  /** Takes the terminal as if for the first time, whatever others did to it meanwhile. */
  renew(): void {
    this.leave();
    this.enter();
  }

  leave(): void {
    if (!this.#isOn) return;
    const { input, output, onGone } = this.#options;
    this.#isOn = false;
    clearTimeout(this.#escape);
    input.off("data", this.#onData);
    input.off("end", onGone);
    process.off("SIGWINCH", this.#onResize);
    try {
      output.write(LEAVE);
      input.setRawMode(false);
    } catch {
      // The terminal itself is gone; there is nothing left to restore.
    }
    input.pause();
  }

  draw(grid: Grid): void {
    if (!this.#isOn) return;
    const text = paint(this.#shown, grid, this.#options);
    this.#shown = grid;
    if (text !== "") this.#options.output.write(text);
  }

  /** The next frame is drawn whole. */
  forget(): void {
    this.#shown = undefined;
  }

  /** Puts a text on the clipboard of whoever sits at the terminal, as far as it allows that. */
  copy(text: string): void {
    this.#options.output.write(`${ESC}]52;c;${Buffer.from(text).toString("base64")}\u0007`);
  }

  /** Only our own words go there, never an agent's. */
  setTitle(title: string): void {
    if (this.#isOn) this.#options.output.write(`${ESC}]2;${title}\u0007`);
  }

  readonly #onData = (bytes: Buffer): void => {
    clearTimeout(this.#escape);
    this.#options.onInput(this.#reader.push(bytes));
    if (this.#reader.isWaiting) {
      const { escapeMs = ESC_MS, onInput } = this.#options;
      this.#escape = setTimeout(() => onInput(this.#reader.flush()), escapeMs);
    }
  };

  readonly #onResize = (): void => {
    this.#shown = undefined;
    this.#options.onResize(this.size());
  };
}
