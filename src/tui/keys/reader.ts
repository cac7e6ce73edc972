import { StringDecoder } from "node:string_decoder";
import type { Input } from "./key.ts";
import { charKey, csiKey, ss3Key } from "./sequences.ts";

const ESC = "\u001b";
const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** As much text with a line break inside, in one read, was not typed: a terminal without bracketed paste. */
const PASTE_LENGTH = 256;
const MOST_PASTED = 1024 * 1024;

/**
 * Turns the bytes of a terminal into keys. A sequence, a character or a paste may come in any number of
 * pieces; what a lone Esc means is known only when nothing followed it for a moment, so the owner calls
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
    // Alt and a key come in one piece; an Esc that came before was an Esc, unless a sequence follows it.
    const before =
      this.#rest === ESC && this.#pasted === undefined && /^[^[O]/.test(text) ? this.flush() : [];
    this.#rest += text;
    return [...before, ...this.#read(false)];
  }

  /** Whether an unfinished sequence may turn out to be a lone Esc. */
  get isWaiting(): boolean {
    return this.#rest !== "" && this.#pasted === undefined;
  }

  /** Nothing followed: what is there is all there is. */
  flush(): Input[] {
    return this.#read(true);
  }

  #read(final: boolean): Input[] {
    const found: Input[] = [];
    for (;;) {
      if (this.#pasted !== undefined) {
        if (!this.#readPaste(found)) return found;
        continue;
      }
      if (this.#rest === "") return found;
      if (this.#rest.startsWith(PASTE_BEGIN)) {
        this.#rest = this.#rest.slice(PASTE_BEGIN.length);
        this.#pasted = "";
        continue;
      }
      const length = this.#readKey(found, final);
      if (length === 0) return found;
      this.#rest = this.#rest.slice(length);
    }
  }

  /** Reads up to the end of the paste; false when the end has not come yet. */
  #readPaste(found: Input[]): boolean {
    const end = this.#rest.indexOf(PASTE_END);
    // The end mark itself may be split.
    const taken = end >= 0 ? end : Math.max(0, this.#rest.length - PASTE_END.length + 1);
    const pasted = ((this.#pasted ?? "") + this.#rest.slice(0, taken)).slice(0, MOST_PASTED);
    this.#rest = this.#rest.slice(end >= 0 ? end + PASTE_END.length : taken);
    this.#pasted = end >= 0 ? undefined : pasted;
    if (end >= 0) found.push({ kind: "paste", text: pasted.replace(/\r\n?/g, "\n") });
    return end >= 0;
  }

  /** Reads one key and gives how many characters it took; 0 when more must come first. */
  #readKey(found: Input[], final: boolean): number {
    const text = this.#rest;
    const add = (key: ReturnType<typeof csiKey>, length: number) => {
      if (key) found.push({ kind: "key", key });
      return length;
    };
    if (!text.startsWith(ESC)) {
      const char = String.fromCodePoint(text.codePointAt(0) ?? 0);
      return add(charKey(char), char.length);
    }
    if (text.length === 1) return final ? add(charKey(ESC), 1) : 0;
    if (text[1] === "[") return readCsi(text, final, add);
    if (text[1] === "O") {
      if (text.length > 2) return add(ss3Key(text[2] ?? ""), 3);
      return final ? add(charKey("O", true), 2) : 0;
    }
    // Before another Esc or a control key it is a key of its own: nobody means Alt and Ctrl at once here.
    if ((text[1] ?? "") < " ") return add(charKey(ESC), 1);
    const char = String.fromCodePoint(text.codePointAt(1) ?? 0);
    return add(charKey(char, true), 1 + char.length);
  }
}

function readCsi(
  text: string,
  final: boolean,
  add: (key: ReturnType<typeof csiKey>, length: number) => number,
): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what begins a sequence
  const match = /^\u001b\[([0-?]*)[ -/]*([@-~])/.exec(text);
  if (match) {
    const [whole, params = "", letter = ""] = match;
    // The oldest mouse reports carry three bytes after the sequence.
    if (letter === "M" && params === "")
      return text.length >= 6 || final ? add(undefined, Math.min(6, text.length)) : 0;
    // The Linux console sends F1 to F5 as `ESC [ [ A`.
    if (letter === "[" && params === "")
      return text.length > 3 ? add(consoleKey(text[3] ?? ""), 4) : final ? 3 : 0;
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
  return text.length >= PASTE_LENGTH && !text.includes(ESC) && /[\r\n](?=[^\r\n])/.test(text);
}
