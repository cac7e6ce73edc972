import { setImmediate } from "node:timers/promises";
import { uptimeMs } from "../../kernel/uptime.ts";

let lastTurn = 0;

/**
 * Lets other work of the process run, but only when this work has held it for some milliseconds.
 *
 * Small files are read and folders listed with synchronous calls: a source file takes 13 µs that way and
 * 50 to 200 µs through the thread pool. Whoever loops over such calls awaits this in the loop, so that a
 * ping or a cancellation is heard in time.
 */
export async function takeTurns(): Promise<void> {
  if (!isTurnOver()) return;
  await setImmediate();
  lastTurn = uptimeMs();
}

/**
 * Whether `takeTurns` would let others run now. A loop over thousands of small files asks this first, because every
 * `await` costs about as much as reading one of them.
 */
export function isTurnOver(): boolean {
  return uptimeMs() - lastTurn >= 8;
}
