import { setTimeout } from "node:timers/promises";
import { fault } from "../../kernel/fault.ts";
import { fail, type Result } from "../../kernel/result.ts";
import type { UpdateReport } from "./report.ts";
import type { UpdateOptions } from "./update.ts";

export type Step = Parameters<UpdateOptions["progress"]>[0];

/** How often someone who waits hears how far the work is. */
const tickMs = 200;

export interface Waiting {
  readonly signal: AbortSignal;
  /** By `performance.now()`. */
  readonly until: number;
  readonly progress: (step: Step) => void;
}

/** One update of the store that any number of queries wait for, each as long as it likes. */
export class CatchUp {
  private readonly abort = new AbortController();
  private readonly work: Promise<Result<UpdateReport>>;
  private step: Step | undefined;
  private waiting = 0;

  constructor(
    update: (options: Pick<UpdateOptions, "signal" | "progress">) => Promise<Result<UpdateReport>>,
  ) {
    const progress = (step: Step) => {
      this.step = step;
    };
    this.work = update({ signal: this.abort.signal, progress });
  }

  /** Calls back when the work has ended, however it ended. */
  onEnd(callback: () => void): this {
    void this.work.catch(() => undefined).then(callback);
    return this;
  }

  /**
   * The outcome, or undefined when the time is over; the work goes on then. It stops when the last one who waits
   * cancels: what is committed by then stays.
   */
  async outcome({ signal, until, progress }: Waiting): Promise<Result<UpdateReport> | undefined> {
    this.waiting++;
    try {
      while (!signal.aborted) {
        if (this.step) progress(this.step);
        const leftMs = Math.max(0, Math.min(tickMs, until - performance.now()));
        const ended = await Promise.race([this.work, setTimeout(leftMs, undefined)]);
        if (ended || performance.now() >= until) return ended;
      }
      return fail(fault("cancelled", "The search was cancelled.", "", { retryable: true }));
    } finally {
      this.waiting--;
      if (signal.aborted && this.waiting === 0) this.abort.abort();
    }
  }
}
