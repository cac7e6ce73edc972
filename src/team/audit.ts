import { setTimeout } from "node:timers/promises";
import type { AuditLine } from "../mcp/tools/audit-line.ts";
import type { AuditEntry, Store } from "../store/store.ts";
import type { Metrics } from "./metrics.ts";

const flushMs = 500;
const maxBatch = 1_000;
/** While the store is away, so many lines wait; the log has all of them in any case. */
const maxWaiting = 50_000;
const retryMs = 2_000;

/** Lines about calls on their way to the store. Nobody waits for the line about their call. */
export class StoredAudit {
  readonly #store: Store;
  readonly #metrics: Metrics;
  readonly #log: (line: Readonly<Record<string, unknown>>) => void;
  readonly #waiting: AuditEntry[] = [];
  #flushing: Promise<void> | undefined;
  #isAway = false;
  #dropped = 0;

  constructor(store: Store, metrics: Metrics, log: (line: Readonly<Record<string, unknown>>) => void) {
    this.#store = store;
    this.#metrics = metrics;
    this.#log = log;
    metrics.gauge("hewto_audit_waiting", () => this.#waiting.length);
    metrics.gauge("hewto_audit_dropped", () => this.#dropped);
  }

  record(line: AuditLine): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped++;
      return;
    }
    this.#waiting.push({ at: line.ts, principal: line.principal ?? "", line: { ...line } });
    this.#flushing ??= this.#flushLater();
  }

  /** Writes what waits, once; what the store does not take is in the log alone. */
  async end(): Promise<void> {
    await this.#flush();
  }

  async #flushLater(): Promise<void> {
    await setTimeout(this.#isAway ? retryMs : flushMs, undefined, { ref: false });
    await this.#flush();
    this.#flushing = this.#waiting.length > 0 ? this.#flushLater() : undefined;
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0, maxBatch);
    if (batch.length === 0) return;
    const written = await this.#store.audit.append(batch);
    if (!written.ok) {
      this.#waiting.unshift(...batch);
      this.#metrics.count("hewto_audit_failures_total");
      if (!this.#isAway) this.#log({ level: "error", message: "audit", reason: written.fault.message });
    }
    this.#isAway = !written.ok;
  }
}
