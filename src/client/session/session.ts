import type { Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { cancelled, type Outcome, outcomeOf, timedOut } from "../run/outcome.ts";
import type { Link, LinkEnd } from "../transports/transport.ts";
import { type CallLimits, type Deadline, startClock } from "./deadlines.ts";
import { type AgentIdentity, identify, PROTOCOL_VERSION } from "./handshake.ts";
import { isOurToken, isTokenOf, type ProgressReport, readProgress } from "./progress.ts";
import { Rpc, within } from "./rpc.ts";
import { listenForNoise } from "./stray-output.ts";
import { listTools, type RemoteTool } from "./tool-list.ts";

const CANCEL_GRACE_MS = 2000;
const SHUTDOWN_MS = 1000;

/** What the client does for the agent when it asks. Each answers with a result or throws a refusal. */
export type ServerRequests = Readonly<
  Record<string, (params: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>>
>;

/** Thrown by a handler of `ServerRequests` to refuse with a JSON-RPC error. */
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
  /** Everything that happens, for the log and the output panel. */
  readonly observe: (event: SessionEvent) => void;
  /** Send the contract's own `$/cancelRequest`, `shutdown` and `exit` beside what MCP says. */
  readonly legacyNames: boolean;
  /** Whether `shutdown` and `exit` belong to them; over HTTP most servers refuse what they do not know. */
  readonly legacyShutdown?: boolean;
}

export type SessionEvent =
  | { readonly kind: "sent" | "received"; readonly message: unknown }
  | { readonly kind: "stderr" | "noise" | "note"; readonly text: string }
  | { readonly kind: "tools-changed" }
  | { readonly kind: "closed"; readonly end: LinkEnd };

export interface CallOptions extends CallLimits {
  readonly signal: AbortSignal;
  readonly onProgress: (report: ProgressReport) => void;
  /** Gets a function that starts the idle limit anew. */
  readonly onPatience?: (extend: () => void) => void;
}

interface ActiveCall {
  readonly id: number;
  readonly progress: (params: Record<string, unknown>) => void;
}

/** A conversation with one agent: the handshake, its tools, calls with limits, and a clean end. */
export class AgentSession {
  readonly #link: Link;
  readonly #options: SessionOptions;
  readonly #rpc: Rpc;
  readonly #active = new Map<number, ActiveCall>();
  /** What the agent has asked us and we have not answered. */
  readonly #serving = new Map<string | number, AbortController>();
  #end: LinkEnd | undefined;
  readonly #noise = listenForNoise();
  identity: AgentIdentity = { name: "", version: "", protocolVersion: "", capabilities: {} };

  constructor(link: Link, options: SessionOptions) {
    this.#link = link;
    this.#options = options;
    this.#rpc = new Rpc(
      (message) => {
        options.observe({ kind: "sent", message });
        link.send(message);
      },
      {
        request: (id, method, params) => void this.#serve(id, method, params),
        notification: (method, params) => this.#notice(method, params),
        stray: (value) =>
          options.observe({ kind: "note", text: `unexpected message: ${JSON.stringify(value)}` }),
      },
    );
  }

  /** Starts the agent and shakes hands. On failure nothing is left running. */
  async open(): Promise<Result<AgentIdentity>> {
    const started = await this.#link.start({
      message: (message) => {
        this.#options.observe({ kind: "received", message });
        this.#rpc.receive(message);
      },
      noise: (text) => {
        this.#noise.add(text);
        this.#options.observe({ kind: "noise", text });
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
    const heard = { noise: this.#noise, lastWords: this.#end?.lastWords ?? [] };
    const identity = identify(answer, initializeMs, heard);
    if (!identity.ok) {
      // `initialize` must not be cancelled by message; the agent itself is ended.
      await this.#link.close();
      return identity;
    }
    this.identity = identity.value;
    this.#link.agreed?.(identity.value.protocolVersion);
    this.#rpc.notify("notifications/initialized");
    return identity;
  }

  tools(timeoutMs: number): Promise<Result<RemoteTool[]>> {
    return listTools(async (params) => {
      const { reply } = this.#rpc.request("tools/list", params && (() => params));
      return within(reply, timeoutMs);
    });
  }

  /** Runs one tool. Never repeats it, never throws; every way to end is an outcome. */
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
      const clock = startClock(options, resolve, () => this.#serving.size > 0);
      options.onPatience?.(() => clock.touch());
      this.#active.set(id, {
        id,
        progress: (params) => {
          clock.touch();
          last = readProgress(params, last);
          options.onProgress(last);
        },
      });
      const onAbort = () => resolve("cancelled");
      options.signal.addEventListener("abort", onAbort, { once: true });
      release = () => {
        clock.stop();
        options.signal.removeEventListener("abort", onAbort);
      };
    });
    const first = await Promise.race([reply, ended]);
    release();
    if (typeof first !== "string") {
      this.#active.delete(id);
      return outcomeOf(first, this.#end?.lastWords ?? []);
    }
    this.#cancel(id, first === "cancelled" ? "cancelled by the person" : "timeout");
    await within(reply, CANCEL_GRACE_MS); // a last word is logged, but decides nothing
    this.#active.delete(id);
    return first === "cancelled" ? cancelled() : timedOut(first, options);
  }

  /** shutdown → exit → the link's own ladder (end of input, SIGTERM, SIGKILL). */
  async close(now = false): Promise<void> {
    this.#abandon();
    if (!now && this.#end === undefined && (this.#options.legacyShutdown ?? this.#options.legacyNames)) {
      await within(this.#rpc.request("shutdown").reply, SHUTDOWN_MS);
      this.#rpc.notify("exit");
    }
    await this.#link.close(now);
    this.#rpc.end("The conversation is over.");
  }

  #cancel(id: number, reason: string): void {
    this.#abandon();
    this.#rpc.notify("notifications/cancelled", { requestId: id, reason });
    if (this.#options.legacyNames) this.#rpc.notify("$/cancelRequest", { id });
  }

  /** What we were doing for the agent is wanted no more. */
  #abandon(): void {
    for (const serving of this.#serving.values()) serving.abort();
  }

  #notice(method: string, params: Record<string, unknown>): void {
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
    const meant = calls.find((call) => isTokenOf(progressToken, call.id));
    // Some agents make up a token of their own; one of ours means its own call, even when that has ended.
    const only = calls.length === 1 && !isOurToken(progressToken) ? calls[0] : undefined;
    (meant ?? only)?.progress(params);
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
