import type { Outcome } from "../client/run/outcome.ts";
import type { AgentIdentity } from "../client/session/handshake.ts";
import type { ProgressReport } from "../client/session/progress.ts";
import { AgentSession, type ServerRequests, type SessionEvent } from "../client/session/session.ts";
import type { RemoteTool } from "../client/session/tool-list.ts";
import { httpTransport } from "../client/transports/http.ts";
import { stdioTransport } from "../client/transports/stdio.ts";
import type { Transport } from "../client/transports/transport.ts";
import { HewtoError } from "./error.ts";

/** A program to start, or an address to reach. */
export type AgentAddress =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Default: the current folder. */
      readonly cwd?: string;
      /** Added to the variables of this process. */
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface AgentOptions {
  /** What is done for the server when it asks, by method: `{ "sampling/createMessage": async (params) => … }`. */
  readonly serves?: ServerRequests;
  /** Maximum wait for the handshake and for the list of tools. Default: 30 s. */
  readonly timeoutMs?: number;
  /** Everything that is said, in both directions. */
  readonly onEvent?: (event: SessionEvent) => void;
}

export interface AgentCallOptions {
  /** Maximum time without progress. Default: 60 s. */
  readonly idleMs?: number;
  /** Maximum time in total. Default: one hour. */
  readonly maxMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (report: ProgressReport) => void;
}

/** A conversation with an MCP server. */
export interface Agent {
  readonly identity: AgentIdentity;
  tools(): Promise<readonly RemoteTool[]>;
  /** Never repeats a call and never rejects: every way to end is an outcome. */
  call(name: string, args?: Record<string, unknown>, options?: AgentCallOptions): Promise<Outcome>;
  /** Ends the conversation, and the program if one was started. */
  close(): Promise<void>;
}

/**
 * Starts or reaches an MCP server and shakes hands.
 *
 * @example
 * const agent = await connectAgent(serverCommand({ workspace: "." }));
 * const outcome = await agent.call("list_specs");
 * await agent.close();
 */
export async function connectAgent(address: AgentAddress, options: AgentOptions = {}): Promise<Agent> {
  const { serves = {}, timeoutMs = 30_000, onEvent = () => {} } = options;
  const session = new AgentSession(transportTo(address), {
    capabilities: capabilitiesOf(serves),
    serves,
    initializeMs: timeoutMs,
    observe: onEvent,
    legacyNames: false,
  });
  const identity = await session.open();
  if (!identity.ok) throw new HewtoError(identity.fault);
  return {
    identity: identity.value,
    tools: async () => {
      const listed = await session.tools(timeoutMs);
      if (!listed.ok) throw new HewtoError(listed.fault);
      return listed.value;
    },
    call: (name, args = {}, limits = {}) =>
      session.call(name, args, {
        idleMs: limits.idleMs ?? 60_000,
        maxMs: limits.maxMs ?? 3_600_000,
        signal: limits.signal ?? new AbortController().signal,
        onProgress: limits.onProgress ?? (() => {}),
      }),
    close: () => session.close(),
  };
}

function transportTo(address: AgentAddress): Transport {
  if ("url" in address) return httpTransport(address.url, address.headers);
  const { command, args = [], cwd = process.cwd(), env = {} } = address;
  return stdioTransport({ command, args, cwd, env: { ...process.env, ...env } });
}

/** We declare what we answer: `sampling/createMessage` is the capability `sampling`. */
function capabilitiesOf(serves: ServerRequests): Record<string, object> {
  const names = Object.keys(serves).map((method) => method.split("/")[0] ?? "");
  return Object.fromEntries(names.map((name) => [name, name === "elicitation" ? { form: {} } : {}]));
}
