import { isRecord } from "../../src/kernel/json.ts";
import { LineSplitter } from "../../src/kernel/lines.ts";
import { type Started, type StartOptions, start } from "./processes.ts";

export type Message = Record<string, unknown>;

/** A client without any cleverness: lines in, lines out, everything on record. */
export interface Wire extends Started {
  /** Every message that came, in order. */
  readonly messages: Message[];
  /** Lines on stdout that are not a JSON object. Must stay empty. */
  readonly junk: readonly string[];
  /** Sends one message (or text) and a line feed. */
  readonly send: (line: object | string) => void;
  readonly sendBytes: (bytes: Uint8Array | string) => void;
  /** Sends a request and waits for its reply. */
  readonly request: (method: string, params?: object, id?: string | number) => Promise<Message>;
  readonly notify: (method: string, params?: object) => void;
  /** The `result` of a tool call. */
  readonly call: (name: string, args?: object, more?: object) => Promise<Message>;
  readonly reply: (id: string | number) => Promise<Message>;
  /** The first message, from now or before, that fits. */
  readonly until: (fits: (message: Message) => boolean) => Promise<Message>;
  /** `initialize` and `notifications/initialized`; gives the result. */
  readonly initialize: (protocolVersion?: string, capabilities?: object) => Promise<Message>;
}

export function openWire(script: string, args: readonly string[] = [], options: StartOptions = {}): Wire {
  const started = start(script, args, options);
  const { child } = started;
  const messages: Message[] = [];
  const junk: string[] = [];
  const waiting = new Set<() => void>();
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY);
  child.stdout.on("data", (chunk: Buffer) => {
    for (const part of splitter.push(chunk)) if ("line" in part) take(part.line, messages, junk);
    for (const look of [...waiting]) look();
  });

  const until = (fits: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const look = () => {
        const found = messages.find(fits);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      started.exit.then(() => reject(new Error(`ended without the message: ${started.errors()}`)), reject);
    });
  const sendBytes = (bytes: Uint8Array | string) => void child.stdin.write(bytes);
  const send = (line: object | string) =>
    sendBytes(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  const reply = (id: string | number) => until((message) => message.id === id && !("method" in message));
  let ids = 1000;
  const request = (method: string, params?: object, id: string | number = ++ids) => {
    send({ jsonrpc: "2.0", id, method, ...(params ? { params } : {}) });
    return reply(id);
  };
  const notify = (method: string, params?: object) =>
    send({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
  return {
    ...started,
    messages,
    junk,
    send,
    sendBytes,
    request,
    notify,
    reply,
    until,
    call: async (name, toolArguments = {}, more = {}) =>
      resultOf(await request("tools/call", { name, arguments: toolArguments, ...more })),
    initialize: async (protocolVersion = "2025-11-25", capabilities = {}) => {
      const clientInfo = { name: "wire", version: "1.0.0" };
      const answer = await request("initialize", { protocolVersion, capabilities, clientInfo });
      notify("notifications/initialized");
      return resultOf(answer);
    },
  };
}

/** The result of a reply; a reply with an error is a failed test. */
export function resultOf(reply: Message): Message {
  if (!isRecord(reply.result)) throw new Error(`no result in ${JSON.stringify(reply)}`);
  return reply.result;
}

/** The error code of a reply, if it has one. */
export function codeOf(reply: Message): unknown {
  return isRecord(reply.error) ? reply.error.code : undefined;
}

/** The text of a tool result. */
export function textOf(result: Message): string {
  const blocks = Array.isArray(result.content) ? result.content : [];
  return blocks
    .flatMap((block) => (isRecord(block) && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

/** The parameters of every notification of that method, in order of arrival. */
export function notifications(messages: readonly Message[], method: string): Message[] {
  return messages.flatMap((message) =>
    message.method === method && isRecord(message.params) ? [message.params] : [],
  );
}

/** `_meta` of a request of protocol 2026-07-28. */
export function envelope(clientCapabilities: object = {}, protocolVersion = "2026-07-28"): Message {
  return {
    "io.modelcontextprotocol/protocolVersion": protocolVersion,
    "io.modelcontextprotocol/clientCapabilities": clientCapabilities,
    "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1.0.0" },
  };
}

function take(line: string, messages: Message[], junk: string[]): void {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) messages.push(value);
    else junk.push(line);
  } catch {
    junk.push(line);
  }
}
