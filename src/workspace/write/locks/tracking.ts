import { AsyncLocalStorage } from "node:async_hooks";

/** The lock files that the work of one call holds right now. */
const current = new AsyncLocalStorage<Set<string>>();

/** Runs work whose locks are noted in the set while they are held, however deep in it they are taken. */
export function trackLocks<T>(held: Set<string>, work: () => Promise<T>): Promise<T> {
  return current.run(held, work);
}

/** Says that a lock is held while the work runs. */
export async function markHeld<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const held = current.getStore();
  held?.add(lockFile);
  try {
    return await work();
  } finally {
    held?.delete(lockFile);
  }
}
