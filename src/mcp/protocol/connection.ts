import type { Server } from "@modelcontextprotocol/server";
import type { Host } from "./host.ts";
import type { Session } from "./session.ts";

/** `legacy`: 2025-11-25 and older, opened by `initialize`. `modern`: 2026-07-28, without a handshake. */
export type Era = "legacy" | "modern";

/** One SDK server, what it serves, and for whom. */
export interface Connection {
  readonly server: Server;
  readonly host: Host;
  readonly era: Era;
  readonly session: Session;
}
