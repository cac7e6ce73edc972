import type { Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { cancelled, type Outcome, outcomeOf, timedOut } from "../run/outcome.ts";
import type { Transport, TransportEnd } from "../transports/transport.ts";
import { StrayOutput } from "./diagnostics.ts";
import { type AgentIdentity, identify, PROTOCOL_VERSION } from "./handshake.ts";
import { isOurToken, isTokenOf, type ProgressReport, readProgress } from "./progress.ts";
import { Rpc, within } from "./rpc.ts";
import { type CallLimits, type Deadline, startTimeouts } from "./timeouts.ts";
import { listTools, type RemoteTool } from "./tool-list.ts";

/** How long to wait for a reply to a call that was canceled. */
const cancelGraceMs = 2000;
const shutdownMs = 1000;

/** Handlers of the agent's requests to the client, by method. Each returns a result or throws a `Refusal`. */
export type ServerRequests = Readonly<
  Record<string, (params: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>>
>;

/** Thrown by a handler to answer with a JSON-RPC error. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface SessionOptions {
  readonly capabilities: Record<string, object>;
  readonly serves: ServerRequests;
  readonly initializeMs: number;
  /** Receives all events, for the log and the output panel. */
  readonly observe: (event: SessionEvent) => void;
  /** Also send the legacy `$/cancelRequest`, `shutdown` and `exit` of spec-tui's protocol. */
  readonly legacyNames: boolean;
  /** Whether this includes `shutdown` and `exit`; over HTTP most servers reject unknown methods. */
  readonly legacyShutdown?: boolean | undefined;
}

export type SessionEvent =
  | { readonly kind: "sent" | "received"; readonly message: unknown }
  | { readonly kind: "stderr" | "unparsed" | "note"; readonly text: string }
  | { readonly kind: "tools-changed" }
  | { readonly kind: "closed"; readonly end: TransportEnd };

export interface CallOptions extends CallLimits {
  readonly signal: AbortSignal;
  readonly onProgress: (report: ProgressReport) => void;
  /** Receives a function that restarts the idle limit. */
  readonly onIdleTimer?: ((restart: () => void) => void) | undefined;
}

interface ActiveCall {
  readonly id: number;
  readonly progress: (params: Record<string, unknown>) => void;
}

/** A session with one agent: the handshake, its tools, calls with limits, and a clean end. */
export class AgentSession {
  readonly #transport: Transport;
  readonly #options: SessionOptions;
  readonly #rpc: Rpc;
  readonly #active = new Map<number, ActiveCall>();
  /** Requests of the agent that are not answered yet. */
  readonly #serving = new Map<string | number, AbortController>();
  #end: TransportEnd | undefined;
  readonly #stray = new StrayOutput();
  identity: AgentIdentity = { name: "", version: "", protocolVersion: "", capabilities: {} };

  constructor(transport: Transport, options: SessionOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#rpc = new Rpc(
      (message) => {
        options.observe({ kind: "sent", message });
        transport.send(message);
      },
      {
        request: (id, method, params) => void this.#serve(id, method, params),
        notification: (method, params) => this.#onNotification(method, params),
        stray: (value) =>
          options.observe({ kind: "note", text: `unexpected message: ${JSON.stringify(value)}` }),
      },
    );
  }

  /** Starts the agent and performs the handshake. On failure nothing is left running. */
  async open(): Promise<Result<AgentIdentity>> {
    const started = await this.#transport.start({
      message: (message) => {
        this.#options.observe({ kind: "received", message });
        this.#rpc.receive(message);
      },
      unparsed: (text) => {
        this.#stray.add(text);
        this.#options.observe({ kind: "unparsed", text });
      },
      stderr: (text) => this.#options.observe({ kind: "stderr", text }),
      failed: (id, reason, sessionLost) => this.#rpc.fail(id, reason, sessionLost),
      closed: (end) => {
        this.#end = end;
        this.#options.observe({ kind: "closed", end });
        this.#rpc.end(end.reason);
      },
    });
    if (!started.ok) return started;
    const { reply } = this.#rpc.request("initialize", () => ({
      protocolVersion: PROTOCOL_VERSION,
      capabilities: this.#options.capabilities,
      clientInfo: { name: "spec-tui", version },
    }));
    const { initializeMs } = this.#options;
    const answer = await within(reply, initializeMs);
    const identity = identify(answer, initializeMs, {
      stray: this.#stray,
      lastStderr: this.#end?.lastStderr ?? [],
    });
    if (!identity.ok) {
      // The protocol forbids canceling `initialize`, so the agent itself is ended.
      await this.#transport.close();
      return identity;
    }
    this.identity = identity.value;
    this.#transport.setProtocolVersion?.(identity.value.protocolVersion);
    this.#rpc.notify("notifications/initialized");
    return identity;
  }

  tools(timeoutMs: number): Promise<Result<RemoteTool[]>> {
    return listTools(async (params) => {
      const { reply } = this.#rpc.request("tools/list", params && (() => params));
      return within(reply, timeoutMs);
    });
  }

  /** Calls one tool. Never repeats the call and never throws; every way to end is an outcome. */
  async call(name: string, args: Record<string, unknown>, options: CallOptions): Promise<Outcome> {
    if (options.signal.aborted) return cancelled();
    let last: ProgressReport | undefined;
    const { id, reply } = this.#rpc.request("tools/call", (own) => ({
      name,
      arguments: args,
      _meta: { progressToken: `tool-${own}` },
    }));
    let release = () => {};
    const ended = new Promise<Deadline | "cancelled">((resolve) => {
      const timeouts = startTimeouts(options, resolve, () => this.#serving.size > 0);
      options.onIdleTimer?.(timeouts.restartIdle);
      this.#active.set(id, {
        id,
        progress: (params) => {
          timeouts.restartIdle();
          last = readProgress(params, last);
          options.onProgress(last);
        },
      });
      const onAbort = () => resolve("cancelled");
      options.signal.addEventListener("abort", onAbort, { once: true });
      release = () => {
        timeouts.stop();
        options.signal.removeEventListener("abort", onAbort);
      };
    });
    const first = await Promise.race([reply, ended]);
    release();
    if (typeof first !== "string") {
      this.#active.delete(id);
      return outcomeOf(first, this.#end?.lastStderr ?? []);
    }
    this.#cancel(id, first === "cancelled" ? "canceled by the user" : "timeout");
    await within(reply, cancelGraceMs); // a late reply is logged but ignored
    this.#active.delete(id);
    return first === "cancelled" ? cancelled() : timedOut(first, options);
  }

  /** Ends the session: shutdown, exit, then the transport (end of input, SIGTERM, SIGKILL). */
  async close(now = false): Promise<void> {
    this.#abortRequests();
    if (!now && this.#end === undefined && (this.#options.legacyShutdown ?? this.#options.legacyNames)) {
      await within(this.#rpc.request("shutdown").reply, shutdownMs);
      this.#rpc.notify("exit");
    }
    await this.#transport.close(now);
    this.#rpc.end("The session is over.");
  }

  #cancel(id: number, reason: string): void {
    this.#abortRequests();
    this.#rpc.notify("notifications/cancelled", { requestId: id, reason });
    if (this.#options.legacyNames) this.#rpc.notify("$/cancelRequest", { id });
  }

  /** Aborts the handlers of the agent's open requests. */
  #abortRequests(): void {
    for (const serving of this.#serving.values()) serving.abort();
  }

  #onNotification(method: string, params: Record<string, unknown>): void {
    const { requestId } = params;
    if (
      method === "notifications/cancelled" &&
      (typeof requestId === "string" || typeof requestId === "number")
    )
      this.#serving.get(requestId)?.abort();
    if (method === "notifications/tools/list_changed") this.#options.observe({ kind: "tools-changed" });
    if (method !== "notifications/progress") return;
    const { progressToken } = params;
    const calls = [...this.#active.values()].filter(({ id }) => this.#rpc.isOpen(id));
    const call = calls.find(({ id }) => isTokenOf(progressToken, id));
    // Some agents make up their own token. One of ours belongs to its call, even if that has ended.
    const only = calls.length === 1 && !isOurToken(progressToken) ? calls[0] : undefined;
    (call ?? only)?.progress(params);
  }

  async #serve(id: string | number, method: string, params: Record<string, unknown>): Promise<void> {
    const handler = Object.hasOwn(this.#options.serves, method) ? this.#options.serves[method] : undefined;
    if (method === "ping") return this.#rpc.answer(id, {});
    if (!handler) return this.#rpc.refuse(id, -32601, `Method not found: ${method}`);
    const abort = new AbortController();
    this.#serving.set(id, abort);
    try {
      const result = await handler(params, abort.signal);
      if (!abort.signal.aborted) this.#rpc.answer(id, result);
    } catch (thrown) {
      const code = thrown instanceof Refusal ? thrown.code : -32603;
      if (!abort.signal.aborted)
        this.#rpc.refuse(id, code, thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      this.#serving.delete(id);
    }
  }
}
