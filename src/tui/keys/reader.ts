import { StringDecoder } from "node:string_decoder";
import type { Input } from "./key.ts";
import { charKey, csiKey, ss3Key } from "./sequences.ts";

const ESC = "\u001b";
const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** A single read of this much text with a line break is a paste from a terminal without bracketed paste. */
const MIN_PASTE_CHARS = 256;
const maxPasteChars = 1024 * 1024;

/**
 * Turns the bytes of a terminal into keys. A sequence, a character or a paste may arrive in several pieces.
 * A lone Esc looks like the start of a sequence until nothing follows it for a moment, so the owner calls
 * `flush` after `isWaiting` has been true for that long.
 */
export class KeyReader {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";
  #pasted: string | undefined;

  push(bytes: Uint8Array): Input[] {
    const text = this.#decoder.write(Buffer.from(bytes));
    const fresh = this.#rest === "" && this.#pasted === undefined;
    if (fresh && isUnmarkedPaste(text)) return [{ kind: "paste", text: text.replace(/\r\n?/g, "\n") }];
    // Alt and a key arrive in one read, so an Esc from an earlier read is an Esc unless a sequence follows.
    const before =
      this.#rest === ESC && this.#pasted === undefined && /^[^[O]/.test(text) ? this.flush() : [];
    this.#rest += text;
    return [...before, ...this.#read(false)];
  }

  /** Whether an unfinished sequence may turn out to be a lone Esc. */
  get isWaiting(): boolean {
    return this.#rest !== "" && this.#pasted === undefined;
  }

  /** Reads what is left as complete: nothing followed it. */
  flush(): Input[] {
    return this.#read(true);
  }

  #read(final: boolean): Input[] {
    const inputs: Input[] = [];
    for (;;) {
      if (this.#pasted !== undefined) {
        if (!this.#readPaste(inputs)) return inputs;
        continue;
      }
      if (this.#rest === "") return inputs;
      if (this.#rest.startsWith(PASTE_BEGIN)) {
        this.#rest = this.#rest.slice(PASTE_BEGIN.length);
        this.#pasted = "";
        continue;
      }
      const length = this.#readKey(inputs, final);
      if (length === 0) return inputs;
      this.#rest = this.#rest.slice(length);
    }
  }

  /** Reads up to the end of the paste; false when the end has not arrived yet. */
  #readPaste(inputs: Input[]): boolean {
    const end = this.#rest.indexOf(PASTE_END);
    // The end mark itself may be split.
    const length = end >= 0 ? end : Math.max(0, this.#rest.length - PASTE_END.length + 1);
    const pasted = ((this.#pasted ?? "") + this.#rest.slice(0, length)).slice(0, maxPasteChars);
    this.#rest = this.#rest.slice(end >= 0 ? end + PASTE_END.length : length);
    this.#pasted = end >= 0 ? undefined : pasted;
    if (end >= 0) inputs.push({ kind: "paste", text: pasted.replace(/\r\n?/g, "\n") });
    return end >= 0;
  }

  /** Reads one key and returns its length; 0 when the rest of it has not arrived yet. */
  #readKey(inputs: Input[], final: boolean): number {
    const text = this.#rest;
    const add = (key: ReturnType<typeof csiKey>, length: number) => {
      if (key) inputs.push({ kind: "key", key });
      return length;
    };
    if (!text.startsWith(ESC)) {
      const char = String.fromCodePoint(text.codePointAt(0) ?? 0);
      return add(charKey(char), char.length);
    }
    if (text.length === 1) return final ? add(charKey(ESC), 1) : 0;
    if (text[1] === "[") return readCsi(text, final, add);
    if (text[1] === "O") {
      if (text.length > 2) return add(ss3Key(text.charAt(2)), 3);
      return final ? add(charKey("O", true), 2) : 0;
    }
    // Before another Esc or a control key, Esc is a key of its own: no binding uses Alt and Ctrl together.
    if (text.charAt(1) < " ") return add(charKey(ESC), 1);
    const char = String.fromCodePoint(text.codePointAt(1) ?? 0);
    return add(charKey(char, true), 1 + char.length);
  }
}

function readCsi(
  text: string,
  final: boolean,
  add: (key: ReturnType<typeof csiKey>, length: number) => number,
): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character starts a sequence
  const match = /^\u001b\[([0-?]*)[ -/]*([@-~])/.exec(text);
  if (match) {
    const [whole, params = "", letter = ""] = match;
    // The oldest mouse reports carry three bytes after the sequence.
    if (letter === "M" && params === "")
      return text.length >= 6 || final ? add(undefined, Math.min(6, text.length)) : 0;
    // The Linux console sends F1 to F5 as `ESC [ [ A`.
    if (letter === "[" && params === "")
      return text.length > 3 ? add(consoleKey(text.charAt(3)), 4) : final ? 3 : 0;
    return add(csiKey(params, letter), whole.length);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  const isUnfinished = /^\u001b\[[0-?]*[ -/]*$/.test(text);
  if (isUnfinished && !final) return 0;
  return isUnfinished && text.length > 2 ? text.length : add(charKey("[", true), 2);
}

function consoleKey(letter: string) {
  const at = "ABCDE".indexOf(letter);
  return at < 0 ? undefined : csiKey(String(11 + at), "~");
}

function isUnmarkedPaste(text: string): boolean {
  return text.length >= MIN_PASTE_CHARS && !text.includes(ESC) && /[\r\n](?=[^\r\n])/.test(text);
}
