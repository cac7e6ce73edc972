import type { ServerContext } from "@modelcontextprotocol/server";
import type { ClientAnswer, ClientRequest } from "../../operation/context.ts";

/** A person may think for minutes; the call itself is bounded by its own signal. */
const ANSWER_MS = 600_000;

export interface Notification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** How a running call reaches its client, where there is a way back (2025-11-25 and older). */
export interface Channel {
  readonly send: (request: ClientRequest, signal: AbortSignal) => Promise<ClientAnswer>;
  readonly notify: (notification: Notification) => Promise<void>;
  /** Ends the reply stream early so that the client comes back for it (resumable HTTP only). */
  readonly endStream: (() => void) | undefined;
}

/** The way back of one request: over HTTP, the stream of its own reply. */
export function requestChannel(ctx: ServerContext): Channel {
  return {
    send: ({ method, params = {} }, signal) =>
      ctx.mcpReq.send({ method, params }, { timeout: ANSWER_MS, resetTimeoutOnProgress: true, signal }),
    notify: (notification) => ctx.mcpReq.notify(notification),
    endStream: ctx.http?.closeSSE,
  };
}
