import { randomUuid } from "../../kernel/hash.ts";
import type { LogLevel } from "../../operation/context.ts";

/** The record of one client's connection: what was agreed, and what runs for it right now. */
export interface Session {
  readonly id: string;
  readonly root: string;
  readonly principal: string;
  readonly openedAt: string;
  protocolVersion: string | undefined;
  client: { readonly name: string; readonly version: string } | undefined;
  /** The least that the client wants to hear in `notifications/message`. */
  logLevel: LogLevel | undefined;
  readonly calls: Set<ActiveCall>;
}

export interface ActiveCall {
  readonly requestId: string | number;
  readonly tool: string;
  readonly startedAt: number;
  /** Artifacts and files named by the call so far. */
  readonly touched: ReadonlySet<string>;
  /** Lock files that its work holds at this moment. */
  readonly locks: ReadonlySet<string>;
}

export function createSession(root: string, principal: string, now: Date): Session {
  let id: string | undefined;
  return {
    /** Made when first asked for: loading node:crypto would delay the answer to `initialize`. */
    get id() {
      id ??= randomUuid();
      return id;
    },
    root,
    principal,
    openedAt: now.toISOString(),
    protocolVersion: undefined,
    client: undefined,
    logLevel: undefined,
    calls: new Set(),
  };
}
