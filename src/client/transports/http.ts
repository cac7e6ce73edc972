import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok } from "../../kernel/result.ts";
import { BodyTooLarge, bodyText } from "../../workspace/network/body.ts";
import { send } from "../../workspace/network/request.ts";
import { describeFailure, describeFirstStatus, describeStatus } from "./http-errors.ts";
import { SseReader } from "./sse-reader.ts";
import { maxMessageBytes, type OutMessage, type Transport, type TransportEvents } from "./transport.ts";

const maxResumes = 5;
const resumeMs = 1000;
const maxResumeMs = 60_000;
const deleteMs = 1000;
/** How often a message is sent again after authorization. */
const maxAuthorizations = 2;

/** A server's request for authorization. */
export interface Challenge {
  readonly status: number;
  readonly wwwAuthenticate: string;
  /** The token that was sent. */
  readonly token: string | undefined;
}

/** Gets a token for a server that asks for one. */
export interface Authorizer {
  readonly token: () => string | undefined;
  /** Resolves with whether to send the request again. */
  readonly authorize: (challenge: Challenge) => Promise<boolean>;
}

/** An agent behind Streamable HTTP: one POST per message, replies as JSON or as an event stream that can be resumed. */
export function httpTransport(
  endpoint: string,
  extraHeaders: Readonly<Record<string, string>> = {},
  authorizer?: Authorizer,
  maxBytes = maxMessageBytes,
): Transport {
  const connection = new HttpConnection(endpoint, extraHeaders, authorizer, maxBytes);
  return {
    start: async (events) => {
      if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
        const message = `\`${endpoint}\` is not an http:// or https:// address.`;
        return fail(fault("agent_unavailable", message, "Set mcp.endpoint in hewto.toml, or --endpoint."));
      }
      connection.events = events;
      return ok(undefined);
    },
    send: (message) => void connection.post(message),
    setProtocolVersion: (version) => connection.setProtocolVersion(version),
    close: () => connection.close(),
  };
}

class HttpConnection {
  events: TransportEvents | undefined;
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
      const response = await this.#postAuthorized(JSON.stringify(message));
      this.#remember(response);
      await this.#read(response, id);
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#failed(id, describeFailure(error, url));
    }
  }

  /** A message that was rejected for lack of a token was not processed, so it can be sent again. */
  async #postAuthorized(body: string): Promise<IncomingMessage> {
    for (let attempts = 0; ; attempts++) {
      const token = this.#authorizer?.token();
      const headers = {
        ...this.#headers("application/json, text/event-stream"),
        "content-type": "application/json",
      };
      const response = await this.#send("POST", headers, body);
      const challenge = challengeOf(response, token);
      if (challenge === undefined || attempts >= maxAuthorizations) return response;
      if (!(await this.#authorizer?.authorize(challenge))) return response;
      response.resume();
    }
  }

  /** Sends the version with each request from now on, and opens the stream for messages from the agent. */
  setProtocolVersion(version: string): void {
    this.#version = version;
    void this.#listen();
  }

  async close(): Promise<void> {
    if (this.#session !== undefined) {
      const timeout = AbortSignal.timeout(deleteMs);
      await this.#send("DELETE", this.#headers("*/*"), undefined, timeout).then(
        (response) => response.resume(),
        () => undefined, // the session ends anyway
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
      this.events?.unparsed(text);
      this.#failed(id, "The agent's reply is not JSON.");
    }
  }

  /** Reports an HTTP error; a JSON-RPC error in its body says more than the status. */
  async #refused(response: IncomingMessage, id: number | string | undefined): Promise<void> {
    const status = response.statusCode ?? 0;
    const body = await bodyText(response, this.#maxBytes);
    const message = status === 400 || status >= 500 ? parse(body) : undefined;
    if (id !== undefined && isRecord(message) && isRecord(message.error))
      return this.events?.message({ jsonrpc: "2.0", id, error: message.error });
    if (status === 404 && this.#session !== undefined)
      return this.#failed(id, "The agent no longer knows this session (HTTP 404).", true);
    const isFirst = this.#version === undefined;
    const url = new URL(this.#endpoint);
    this.#failed(id, isFirst ? describeFirstStatus(response, body, url) : describeStatus(response, body));
  }

  /** Reads an event stream. If it ends before the reply, it is resumed after the last event. */
  async #follow(response: IncomingMessage, id: number | string | undefined, resumes: number): Promise<void> {
    const reader = new SseReader(this.#maxBytes);
    let lastId: string | undefined;
    let wait = resumeMs;
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
      // A resumed stream would send it again.
      if (error instanceof BodyTooLarge)
        return this.#failed(id, describeFailure(error, new URL(this.#endpoint)));
      this.events?.unparsed(`stream broke: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (answered || this.#abort.signal.aborted) return;
    if (lastId === undefined || resumes >= maxResumes) {
      return this.#failed(id, "The agent ended the stream before it replied.");
    }
    await delay(Math.min(wait, maxResumeMs), undefined, { signal: this.#abort.signal });
    const headers = { ...this.#headers("text/event-stream"), "last-event-id": lastId };
    const again = await this.#send("GET", headers);
    return again.statusCode === 200 ? this.#follow(again, id, resumes + 1) : this.#refused(again, id);
  }

  async #listen(): Promise<void> {
    try {
      const response = await this.#send("GET", this.#headers("text/event-stream"));
      if (response.statusCode === 200) await this.#follow(response, undefined, 0);
      else response.resume(); // 405: this agent sends no messages on its own
    } catch {
      // Calls work without this stream.
    }
  }

  /** The endpoint comes from the user's own settings, or the user has allowed it. */
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
    const headers: Record<string, string> = { ...this.#extra };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    headers.accept = accept;
    if (this.#session !== undefined) headers["mcp-session-id"] = this.#session;
    if (this.#version !== undefined) headers["mcp-protocol-version"] = this.#version;
    return headers;
  }

  #remember(response: IncomingMessage): void {
    const session = response.headers["mcp-session-id"];
    if (typeof session === "string") this.#session = session;
  }

  #failed(id: number | string | undefined, reason: string, sessionLost = false): void {
    if (id === undefined) this.events?.unparsed(reason);
    else this.events?.failed(id, reason, sessionLost);
  }
}

function challengeOf(response: IncomingMessage, token: string | undefined): Challenge | undefined {
  const wwwAuthenticate = response.headers["www-authenticate"] ?? "";
  const status = response.statusCode ?? 0;
  const isChallenge = status === 401 || (status === 403 && wwwAuthenticate.includes("insufficient_scope"));
  return isChallenge ? { status, wwwAuthenticate, token } : undefined;
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
