export interface SseEvent {
  readonly id?: string;
  readonly data: string;
  /** Milliseconds that the server asks us to wait before we come back. */
  readonly retry?: number;
}

/** Reads a text/event-stream piece by piece; LF, CRLF and lone CR end lines, whatever the chunks. */
export class SseReader {
  #rest = "";
  #data: string[] = [];
  #id: string | undefined;
  #retry: number | undefined;

  *push(chunk: string): Generator<SseEvent> {
    this.#rest += chunk;
    for (;;) {
      const end = /\r\n|\n|\r(?=[\s\S])/.exec(this.#rest);
      if (!end) return;
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      if (line !== "") this.#field(line);
      else {
        const event = this.#dispatch();
        if (event) yield event;
      }
    }
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    if (colon === 0) return; // a comment keeps the connection alive
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.#retry = Number(value);
  }

  #dispatch(): SseEvent | undefined {
    const hasNews = this.#data.length > 0 || this.#id !== undefined || this.#retry !== undefined;
    const event: SseEvent = {
      data: this.#data.join("\n"),
      ...(this.#id === undefined ? {} : { id: this.#id }),
      ...(this.#retry === undefined ? {} : { retry: this.#retry }),
    };
    this.#data = [];
    this.#id = undefined;
    this.#retry = undefined;
    return hasNews ? event : undefined;
  }
}
