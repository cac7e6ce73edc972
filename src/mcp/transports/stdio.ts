import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import { LineSplitter } from "../../kernel/lines.ts";
import { type Frame, readFrame } from "./frame.ts";

const defaultMaxLineBytes = 512 * 1024 * 1024;

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** A line of more bytes is refused, not kept. */
  readonly maxLineBytes?: number;
  /** The client closed its end, or said `exit`; replies in flight may still be delivered. */
  readonly onEnd: () => void;
}

/** Our own stdio framing: answers malformed lines, survives long ones, knows which requests are unanswered. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioOptions;
  readonly #unanswered = new Set<string | number>();
  readonly #maxLineBytes: number;
  readonly #splitter: LineSplitter;
  #idle: (() => void) | undefined;
  #ended = false;
  #closed = false;

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxLineBytes;
    this.#splitter = new LineSplitter(this.#maxLineBytes);
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", this.#onData);
    input.on("end", this.#onEnd);
    input.on("close", this.#onEnd);
    input.on("error", this.#onEnd);
    // The host closed its reading end: nobody is left to answer.
    output.on("error", () => this.#finish(true));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
    if (isRecord(message) && "id" in message && !("method" in message)) this.#settle(message.id);
  }

  /** Resolves when every request that came in has its reply, at once when none is open. */
  drained(): Promise<void> {
    if (this.#unanswered.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle = resolve;
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { input } = this.#options;
    input.off("data", this.#onData);
    input.pause();
    this.#idle?.();
    this.onclose?.();
  }

  readonly #onData = (chunk: Buffer): void => {
    for (const part of this.#splitter.push(chunk)) {
      if ("line" in part) this.#take(readFrame(part.line));
      else this.#write(tooLong(this.#maxLineBytes));
    }
  };

  readonly #onEnd = (): void => {
    const rest = this.#ended ? "" : this.#splitter.rest();
    if (rest !== "") this.#take(readFrame(rest));
    this.#finish(false);
  };

  #take(frame: Frame): void {
    if (frame.kind === "blank" || this.#closed) return;
    if (frame.kind === "refused") return this.#write(frame.reply);
    const message = frame.message;
    if (!("method" in message)) return this.#deliver(message);
    if (message.method === "exit" && !("id" in message)) return this.#finish(false);
    if (!("id" in message)) return this.#deliver(message);
    if (message.method === "shutdown") return this.#write({ jsonrpc: "2.0", id: message.id, result: null });
    if (this.#unanswered.has(message.id)) {
      const error = {
        code: -32600,
        message: `Invalid request: id ${JSON.stringify(message.id)} is already in use.`,
      };
      return this.#write({ jsonrpc: "2.0", id: message.id, error });
    }
    this.#unanswered.add(message.id);
    this.#deliver(message);
  }

  #deliver(message: JSONRPCMessage): void {
    if ("method" in message && message.method === "notifications/cancelled") {
      this.#settle(message.params?.requestId); // a cancelled request gets no reply
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #settle(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#idle?.();
  }

  #write(message: object): void {
    if (!this.#closed && this.#options.output.writable)
      this.#options.output.write(`${JSON.stringify(message)}\n`);
  }

  #finish(abandoned: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    if (abandoned) this.#unanswered.clear();
    this.#options.onEnd();
  }
}

function tooLong(most: number): object {
  const message = `Invalid request: the line is longer than ${most} bytes.`;
  return { jsonrpc: "2.0", error: { code: -32600, message } };
}
