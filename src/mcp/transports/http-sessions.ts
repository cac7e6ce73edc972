import type { ServerResponse } from "node:http";
import type { Server, Transport } from "@modelcontextprotocol/server";
import type { Host } from "../protocol/host.ts";
import { buildServer } from "../protocol/server.ts";
import { createSession, type Session } from "../protocol/session.ts";
import { recordEnd } from "../tools/record.ts";

export interface SessionLimits {
  readonly maxSessions: number;
  /** An idle session is closed after this time. */
  readonly idleMs: number;
  readonly sweepMs: number;
}

export interface HttpSession<T extends Transport> {
  readonly transport: T;
  readonly server: Server;
  readonly record: Session;
  lastSeen: number;
  /** Requests and streams that are open right now; a session in use is never evicted. */
  open: number;
  /** Ids of requests that are not answered yet. */
  readonly inFlight: Set<string | number>;
}

/** The connections of 2025-era clients: counted, capped, and closed when idle. */
export class HttpSessions<T extends Transport> {
  readonly #sessions = new Map<string, HttpSession<T>>();
  readonly #host: Host;
  readonly #limits: SessionLimits;
  readonly #sweeper: NodeJS.Timeout;

  constructor(host: Host, limits: SessionLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#sweeper = setInterval(() => this.#sweep(), limits.sweepMs).unref();
  }

  servers(): Server[] {
    return [...this.#sessions.values()].map((session) => session.server);
  }

  find(id: string): HttpSession<T> | undefined {
    const session = this.#sessions.get(id);
    if (session) session.lastSeen = this.#now();
    return session;
  }

  /** Connects a new server to the transport; undefined when the cap is reached and all sessions are in use. */
  async open(id: string, transport: T, principal: string): Promise<HttpSession<T> | undefined> {
    if (this.#sessions.size >= this.#limits.maxSessions && !this.#evictOne()) return undefined;
    const { workspace, clock } = this.#host.runtime;
    // With an id of its own: a reader of the audit must not be able to take over the session.
    const record = createSession(workspace.root, principal, clock());
    const server = buildServer(this.#host, "legacy", record);
    const session: HttpSession<T> = {
      transport,
      server,
      record,
      lastSeen: this.#now(),
      open: 0,
      inFlight: new Set(),
    };
    const closed = server.onclose;
    server.onclose = () => {
      this.#sessions.delete(id);
      recordEnd(this.#host, record);
      closed?.();
    };
    this.#sessions.set(id, session);
    await server.connect(transport);
    return session;
  }

  /** Counts a response as open until its client has it all, or went away. */
  use(session: HttpSession<T>, response: ServerResponse, id?: string | number): void {
    session.open += 1;
    if (id !== undefined) session.inFlight.add(id);
    response.on("close", () => {
      session.open -= 1;
      session.lastSeen = this.#now();
      if (id !== undefined) session.inFlight.delete(id);
    });
  }

  async closeAll(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#sessions.values()].map((session) => session.server.close()));
  }

  #now(): number {
    return this.#host.runtime.clock().getTime();
  }

  #sweep(): void {
    const before = this.#now() - this.#limits.idleMs;
    for (const session of this.#sessions.values()) {
      if (isIdle(session) && session.lastSeen < before) void session.server.close();
    }
  }

  #evictOne(): boolean {
    const idle = [...this.#sessions].filter(([, session]) => isIdle(session));
    idle.sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
    const oldest = idle[0];
    if (!oldest) return false;
    this.#sessions.delete(oldest[0]);
    void oldest[1].server.close();
    return true;
  }
}

/** A task may run for a client that has no request open. */
function isIdle({ open, record }: HttpSession<Transport>): boolean {
  return open === 0 && record.calls.size === 0;
}
