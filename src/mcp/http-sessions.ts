import { randomUUID } from "node:crypto";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import type { Server, Transport } from "@modelcontextprotocol/server";
import { RecentEvents } from "./event-store.ts";
import type { Host } from "./host.ts";
import { buildServer } from "./server.ts";
import { createSession } from "./session.ts";

const IDLE_MS = 30 * 60_000;
const SWEEP_MS = 60_000;
const RETRY_MS = 1000;

export interface HttpSession<T extends Transport> {
  readonly transport: T;
  readonly server: Server;
  lastSeen: number;
  /** Requests and streams that are open right now; a session in use is never evicted. */
  open: number;
}

/** The connections of 2025-era clients: counted, capped, and closed when nobody uses them any more. */
export class HttpSessions<T extends Transport> {
  readonly #sessions = new Map<string, HttpSession<T>>();
  readonly #host: Host;
  readonly #most: number;

  constructor(host: Host, most: number) {
    this.#host = host;
    this.#most = most;
    setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  servers(): Server[] {
    return [...this.#sessions.values()].map((session) => session.server);
  }

  find(id: string): HttpSession<T> | undefined {
    const session = this.#sessions.get(id);
    if (session) session.lastSeen = Date.now();
    return session;
  }

  /** Connects a new server to the transport; undefined when the cap is reached and all sessions are in use. */
  async open(id: string, transport: T, principal: string): Promise<HttpSession<T> | undefined> {
    if (this.#sessions.size >= this.#most && !this.#evictOne()) return undefined;
    const { workspace, clock } = this.#host.runtime;
    const server = buildServer(this.#host, "legacy", createSession(workspace.root, principal, clock()));
    const session: HttpSession<T> = { transport, server, lastSeen: Date.now(), open: 0 };
    const closed = server.onclose;
    server.onclose = () => {
      this.#sessions.delete(id);
      closed?.();
    };
    this.#sessions.set(id, session);
    await server.connect(transport);
    return session;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.server.close()));
  }

  #sweep(): void {
    const before = Date.now() - IDLE_MS;
    for (const session of this.#sessions.values()) {
      if (session.open === 0 && session.lastSeen < before) void session.server.close();
    }
  }

  #evictOne(): boolean {
    const idle = [...this.#sessions].filter(([, session]) => session.open === 0);
    idle.sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
    const oldest = idle[0];
    if (!oldest) return false;
    this.#sessions.delete(oldest[0]);
    void oldest[1].server.close();
    return true;
  }
}

/** A resumable streamable HTTP transport; its id is known before the first reply, so that it can be capped. */
export function streamableTransport(): { id: string; transport: NodeStreamableHTTPServerTransport } {
  const id = randomUUID();
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    eventStore: new RecentEvents(),
    retryInterval: RETRY_MS,
  });
  return { id, transport };
}
