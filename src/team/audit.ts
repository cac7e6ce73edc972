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
  #writing: Promise<boolean> = Promise.resolve(true);
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

  /** Writes what waits, as long as the store takes it; what it does not take now is in the log alone. */
  async end(limitMs: number): Promise<void> {
    const limit = setTimeout(limitMs, false);
    let isTaken = await Promise.race([this.#writing, limit]);
    while (isTaken && this.#waiting.length > 0) isTaken = await Promise.race([this.#flush(), limit]);
    const left = this.#waiting.length;
    if (left > 0 || !isTaken)
      this.#log({ level: "error", message: "audit lines are in this log only", left });
  }

  async #flushLater(): Promise<void> {
    await setTimeout(this.#isAway ? retryMs : flushMs, undefined, { ref: false });
    await this.#flush();
    this.#flushing = this.#waiting.length > 0 ? this.#flushLater() : undefined;
  }

  /** Whether the store took the next batch. One is on its way at a time. */
  #flush(): Promise<boolean> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<boolean> {
    const batch = this.#waiting.splice(0, maxBatch);
    if (batch.length === 0) return true;
    const written = await this.#store.audit.append(batch);
    if (!written.ok) {
      this.#waiting.unshift(...batch);
      this.#metrics.count("hewto_audit_failures_total");
      if (!this.#isAway) this.#log({ level: "error", message: "audit", reason: written.fault.message });
    }
    this.#isAway = !written.ok;
    return written.ok;
  }
}
