import { BodyTooLarge } from "../../workspace/network/body.ts";

export interface SseEvent {
  readonly id?: string | undefined;
  readonly data: string;
  /** Milliseconds to wait before the stream is resumed. */
  readonly retry?: number | undefined;
}

/**
 * Reads a text/event-stream in chunks. Lines end with LF, CRLF or CR. Only new text is searched, so that a line of
 * many megabytes is read in linear time.
 */
export class SseReader {
  /** The start of a line whose end has not arrived yet. */
  #open: string[] = [];
  readonly #maxCharacters: number;
  /** The size of the current event, including its unfinished line. */
  #characters = 0;
  #afterReturn = false;
  #data: string[] = [];
  #id: string | undefined;
  #retry: number | undefined;

  constructor(maxCharacters = Number.POSITIVE_INFINITY) {
    this.#maxCharacters = maxCharacters;
  }

  /** Throws `BodyTooLarge` if an event exceeds the limit. */
  *push(chunk: string): Generator<SseEvent> {
    const ends = /\r\n|\n|\r/g;
    // The CR at the end of the last chunk has ended its line; this is the LF of the pair.
    let start = this.#afterReturn && chunk.startsWith("\n") ? 1 : 0;
    if (chunk !== "") this.#afterReturn = chunk.endsWith("\r");
    ends.lastIndex = start;
    for (let end = ends.exec(chunk); end !== null; end = ends.exec(chunk)) {
      const line = this.#open.join("") + chunk.slice(start, end.index);
      this.#open = [];
      this.#count(ends.lastIndex - start);
      start = ends.lastIndex;
      const event = line === "" ? this.#dispatch() : this.#field(line);
      if (event) yield event;
    }
    if (start < chunk.length) this.#open.push(chunk.slice(start));
    this.#count(chunk.length - start);
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#maxCharacters) throw new BodyTooLarge("An event", this.#maxCharacters);
  }

  #field(line: string): undefined {
    const colon = line.indexOf(":");
    if (colon === 0) return undefined; // a comment keeps the connection alive
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.#retry = Number(value);
    return undefined;
  }

  #dispatch(): SseEvent | undefined {
    const hasFields = this.#data.length > 0 || this.#id !== undefined || this.#retry !== undefined;
    const event: SseEvent = { data: this.#data.join("\n"), id: this.#id, retry: this.#retry };
    this.#characters = 0;
    this.#data = [];
    this.#id = undefined;
    this.#retry = undefined;
    return hasFields ? event : undefined;
  }
}
