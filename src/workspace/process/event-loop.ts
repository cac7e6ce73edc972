import { setImmediate } from "node:timers/promises";
import { uptimeMs } from "../../kernel/uptime.ts";

const sliceMs = 8;
let lastYield = 0;

/**
 * Lets other work of the process run, but only when this work has held the event loop for some milliseconds.
 *
 * Small files are read and folders listed with synchronous calls: a source file takes 13 µs that way and
 * 50 to 200 µs through the thread pool. A loop over such calls awaits this, so that a ping or a cancellation
 * is handled in time.
 */
export async function yieldIfDue(): Promise<void> {
  if (!isYieldDue()) return;
  await setImmediate();
  lastYield = uptimeMs();
}

/**
 * Whether `yieldIfDue` would yield now. A loop over thousands of small files asks this first, because every `await`
 * costs about as much as reading one of them.
 */
export function isYieldDue(): boolean {
  return uptimeMs() - lastYield >= sliceMs;
}
