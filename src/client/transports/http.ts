import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok } from "../../kernel/result.ts";
import { BodyTooLarge, bodyText } from "../../workspace/network/body.ts";
import { send } from "../../workspace/network/request.ts";
import { describeFailure, describeFirst, describeStatus } from "./http-errors.ts";
import { SseReader } from "./sse-reader.ts";
import { type Link, type LinkEvents, MAX_MESSAGE_BYTES, type OutMessage } from "./transport.ts";

const MOST_RESUMES = 5;
const RESUME_MS = 1000;
const MOST_RESUME_MS = 60_000;
const GOODBYE_MS = 1000;
/** How often one message is sent again after we have shown who we are. */
const MOST_REFUSALS = 2;

/** Why a server did not let us in. */
export interface Challenge {
  readonly status: number;
  readonly wwwAuthenticate: string;
  /** What we had shown. */
  readonly token: string | undefined;
}

/** Gets us in where a server asks who we are. */
export interface Authorizer {
  readonly token: () => string | undefined;
  /** Whether asking again makes sense now. */
  readonly authorize: (challenge: Challenge) => Promise<boolean>;
}

/** An agent behind streamable HTTP: one POST a message, replies as JSON or as an event stream that may resume. */
export function httpLink(
  endpoint: string,
  extraHeaders: Readonly<Record<string, string>> = {},
  authorizer?: Authorizer,
  maxBytes = MAX_MESSAGE_BYTES,
): Link {
  const conversation = new HttpConversation(endpoint, extraHeaders, authorizer, maxBytes);
  return {
    start: async (events) => {
      if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
        const message = `\`${endpoint}\` is not an http:// or https:// address.`;
        return fail(fault("agent_unavailable", message, "Set mcp.endpoint in hewto.toml, or --endpoint."));
      }
      conversation.events = events;
      return ok(undefined);
    },
    send: (message) => void conversation.post(message),
    agreed: (version) => conversation.agree(version),
    close: () => conversation.close(),
  };
}

class HttpConversation {
  events: LinkEvents | undefined;
  readonly #endpoint: string;
  readonly #extra: Readonly<Record<string, string>>;
  readonly #authorizer: Authorizer | undefined;
  readonly #abort = new AbortController();
  readonly #maxBytes: number;
  #session: string | undefined;
  #version: string | undefined;

  constructor(
    endpoint: string,
    extra: Readonly<Record<string, string>>,
    authorizer: Authorizer | undefined,
    maxBytes: number,
  ) {
    this.#maxBytes = maxBytes;
    this.#endpoint = endpoint;
    this.#extra = extra;
    this.#authorizer = authorizer;
  }

  async post(message: OutMessage): Promise<void> {
    const url = new URL(this.#endpoint);
    const id = message.method === undefined ? undefined : message.id;
    try {
      const response = await this.#postUntilAllowed(JSON.stringify(message));
      this.#remember(response);
      await this.#read(response, id);
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#failed(id, describeFailure(error, url));
    }
  }

  /** A message that was turned away for want of a token was not heard: sending it again repeats nothing. */
  async #postUntilAllowed(body: string): Promise<IncomingMessage> {
    for (let refusals = 0; ; refusals++) {
      const token = this.#authorizer?.token();
      const headers = {
        ...this.#headers("application/json, text/event-stream"),
        "content-type": "application/json",
      };
      const response = await this.#send("POST", headers, body);
      const challenge = challengeOf(response, token);
      if (challenge === undefined || refusals >= MOST_REFUSALS) return response;
      if (!(await this.#authorizer?.authorize(challenge))) return response;
      response.resume();
    }
  }

  /** From now on requests carry the version; the stream for what the agent says unasked is opened. */
  agree(version: string): void {
    this.#version = version;
    void this.#listen();
  }

  async close(): Promise<void> {
    if (this.#session !== undefined) {
      const goodbye = AbortSignal.timeout(GOODBYE_MS);
      await this.#send("DELETE", this.#headers("*/*"), undefined, goodbye).then(
        (response) => response.resume(),
        () => undefined, // gone already is as good
      );
    }
    this.#abort.abort();
  }

  async #read(response: IncomingMessage, id: number | string | undefined): Promise<void> {
    const status = response.statusCode ?? 0;
    if (status < 200 || status >= 300) return this.#refused(response, id);
    const type = response.headers["content-type"] ?? "";
    if (type.includes("text/event-stream")) return this.#follow(response, id, 0);
    const text = await bodyText(response, this.#maxBytes);
    if (text.trim() === "") return;
    try {
      this.events?.message(JSON.parse(text));
    } catch {
      this.events?.noise(text);
      this.#failed(id, "The agent's reply is not JSON.");
    }
  }

  /** A status that is no answer; yet a JSON-RPC error in its body says more than the status. */
  async #refused(response: IncomingMessage, id: number | string | undefined): Promise<void> {
    const status = response.statusCode ?? 0;
    const body = await bodyText(response, this.#maxBytes);
    const said = status === 400 || status >= 500 ? parse(body) : undefined;
    if (id !== undefined && isRecord(said) && isRecord(said.error))
      return this.events?.message({ jsonrpc: "2.0", id, error: said.error });
    if (status === 404 && this.#session !== undefined)
      return this.#failed(id, "The agent has forgotten this session (HTTP 404).", true);
    const isFirst = this.#version === undefined;
    const url = new URL(this.#endpoint);
    this.#failed(id, isFirst ? describeFirst(response, body, url) : describeStatus(response, body));
  }

  /** Reads a stream to its end; one that ends before the reply is resumed where it broke off. */
  async #follow(response: IncomingMessage, id: number | string | undefined, resumes: number): Promise<void> {
    const reader = new SseReader(this.#maxBytes);
    let lastId: string | undefined;
    let wait = RESUME_MS;
    let answered = id === undefined;
    response.setEncoding("utf8");
    try {
      for await (const chunk of response) {
        for (const event of reader.push(String(chunk))) {
          lastId = event.id ?? lastId;
          wait = event.retry ?? wait;
          const message = parse(event.data);
          if (message !== undefined) this.events?.message(message);
          answered ||= isReplyTo(message, id);
        }
      }
    } catch (error) {
      response.destroy();
      if (this.#abort.signal.aborted) return;
      // It would come again where the stream is resumed.
      if (error instanceof BodyTooLarge)
        return this.#failed(id, describeFailure(error, new URL(this.#endpoint)));
      this.events?.noise(`stream broke: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (answered || this.#abort.signal.aborted) return;
    if (lastId === undefined || resumes >= MOST_RESUMES) {
      return this.#failed(id, "The agent ended the stream before it answered.");
    }
    await delay(Math.min(wait, MOST_RESUME_MS), undefined, { signal: this.#abort.signal });
    const headers = { ...this.#headers("text/event-stream"), "last-event-id": lastId };
    const again = await this.#send("GET", headers);
    return again.statusCode === 200 ? this.#follow(again, id, resumes + 1) : this.#refused(again, id);
  }

  async #listen(): Promise<void> {
    try {
      const response = await this.#send("GET", this.#headers("text/event-stream"));
      if (response.statusCode === 200) await this.#follow(response, undefined, 0);
      else response.resume(); // 405: this agent has nothing to say unasked
    } catch {
      // Without this stream the conversation still works.
    }
  }

  /** The endpoint is the person's own, or one that they have allowed. */
  #send(
    method: "GET" | "POST" | "DELETE",
    headers: Record<string, string>,
    body?: string,
    signal = this.#abort.signal,
  ): Promise<IncomingMessage> {
    return send({ method, url: new URL(this.#endpoint), headers, body, signal, chosenBy: "person" });
  }

  #headers(accept: string): Record<string, string> {
    const token = this.#authorizer?.token();
    return {
      ...this.#extra,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept,
      ...(this.#session === undefined ? {} : { "mcp-session-id": this.#session }),
      ...(this.#version === undefined ? {} : { "mcp-protocol-version": this.#version }),
    };
  }

  #remember(response: IncomingMessage): void {
    const session = response.headers["mcp-session-id"];
    if (typeof session === "string") this.#session = session;
  }

  #failed(id: number | string | undefined, reason: string, sessionLost = false): void {
    if (id === undefined) this.events?.noise(reason);
    else this.events?.failed(id, reason, sessionLost);
  }
}

function challengeOf(response: IncomingMessage, token: string | undefined): Challenge | undefined {
  const wwwAuthenticate = response.headers["www-authenticate"] ?? "";
  const status = response.statusCode ?? 0;
  const asks = status === 401 || (status === 403 && wwwAuthenticate.includes("insufficient_scope"));
  return asks ? { status, wwwAuthenticate, token } : undefined;
}

function parse(data: string): unknown {
  if (data.trim() === "") return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function isReplyTo(message: unknown, id: number | string | undefined): boolean {
  if (typeof message !== "object" || message === null || !("id" in message)) return false;
  return !("method" in message) && String(message.id) === String(id);
}
