import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
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
  if (urgentCalls > 0 && background.getStore() === true) await untilCalm();
  lastYield = uptimeMs();
}

const background = new AsyncLocalStorage<true>();
let urgentCalls = 0;
/** However long urgent work takes, background work goes on after this: the one may wait for the other. */
const maxPauseMs = 250;
const pollMs = 5;

async function untilCalm(): Promise<void> {
  const begun = uptimeMs();
  while (urgentCalls > 0 && uptimeMs() - begun < maxPauseMs) await setTimeout(pollMs);
}

/** Runs work that pauses, at each point where it yields, while urgent work is under way. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return background.run(true, work);
}

/** Runs work that somebody waits for. */
export async function urgently<T>(work: () => Promise<T>): Promise<T> {
  urgentCalls++;
  try {
    return await work();
  } finally {
    urgentCalls--;
  }
}

/**
 * Whether `yieldIfDue` would yield now. A loop over thousands of small files asks this first, because every `await`
 * costs about as much as reading one of them.
 */
export function isYieldDue(): boolean {
  return uptimeMs() - lastYield >= sliceMs;
}
