import type { ReadStream, WriteStream } from "node:tty";
import type { Input } from "../keys/key.ts";
import { KeyReader } from "../keys/reader.ts";
import type { Grid, Size } from "../screen/grid.ts";
import { type PaintOptions, paint } from "../screen/paint.ts";

const ESC = "\u001b";
/** Alternate screen, no cursor, bracketed paste. */
const ENTER = `${ESC}[?1049h${ESC}[?25l${ESC}[?2004h`;
/** The reverse, with all styles off: the terminal is usable afterwards, whatever state it was in. */
const LEAVE = `${ESC}[0m${ESC}[?2026l${ESC}[?2004l${ESC}[?25h${ESC}[?1049l`;
const ESC_MS = 50;

export interface TtyOptions extends PaintOptions {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly onInput: (inputs: readonly Input[]) => void;
  readonly onResize: (size: Size) => void;
  /** The terminal was closed. */
  readonly onClosed: () => void;
  /** How long an Esc can be the start of a sequence. */
  readonly escapeMs?: number | undefined;
}

/** The terminal while the app owns it. It can be entered and left repeatedly; leaving never fails. */
export class Tty {
  readonly #options: TtyOptions;
  readonly #reader = new KeyReader();
  #lastFrame: Grid | undefined;
  #isOn = false;
  #escape: NodeJS.Timeout | undefined;

  constructor(options: TtyOptions) {
    this.#options = options;
    // The command line exits at once when its output cannot be written; the app must end its agents first. These
    // handlers stay until the process exits, because the terminal can also close while another program has it.
    options.output.removeAllListeners("error");
    options.output.on("error", options.onClosed);
    options.input.on("error", options.onClosed);
  }

  size(): Size {
    const { columns, rows } = this.#options.output;
    // Some terminals do not report their size, or not yet.
    return { cols: columns || 80, rows: rows || 24 };
  }

  enter(): void {
    if (this.#isOn) return;
    const { input, output, onClosed } = this.#options;
    this.#isOn = true;
    this.#lastFrame = undefined;
    input.setRawMode(true);
    input.on("data", this.#onData);
    input.on("end", onClosed);
    // Not the stream's own event, which is not sent when the size is the old one again, although the size in
    // between has damaged the screen.
    process.on("SIGWINCH", this.#onResize);
    input.resume();
    output.write(ENTER);
  }

  /** Enters again, whatever other programs did to the terminal in the meantime. */
  renew(): void {
    this.leave();
    this.enter();
  }

  leave(): void {
    if (!this.#isOn) return;
    const { input, output, onClosed } = this.#options;
    this.#isOn = false;
    clearTimeout(this.#escape);
    input.off("data", this.#onData);
    input.off("end", onClosed);
    process.off("SIGWINCH", this.#onResize);
    try {
      output.write(LEAVE);
      input.setRawMode(false);
    } catch {
      // The terminal is closed; there is nothing to restore.
    }
    input.pause();
  }

  draw(grid: Grid): void {
    if (!this.#isOn) return;
    const text = paint(this.#lastFrame, grid, this.#options);
    this.#lastFrame = grid;
    if (text !== "") this.#options.output.write(text);
  }

  /** Draws the next frame completely. */
  invalidate(): void {
    this.#lastFrame = undefined;
  }

  /** Copies a text to the clipboard of the user's terminal, if the terminal allows it (OSC 52). */
  copy(text: string): void {
    this.#options.output.write(`${ESC}]52;c;${Buffer.from(text).toString("base64")}\u0007`);
  }

  /** Never contains text of an agent. */
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
    this.#lastFrame = undefined;
    this.#options.onResize(this.size());
  };
}
