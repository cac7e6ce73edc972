import { AsyncLocalStorage } from "node:async_hooks";

/** The lock files that one call holds now. */
const current = new AsyncLocalStorage<Set<string>>();

/** Runs work and keeps the locks that it holds, at any depth, in the set. */
export function trackLocks<T>(locks: Set<string>, work: () => Promise<T>): Promise<T> {
  return current.run(locks, work);
}

/** Records that a lock is held while the work runs. */
export async function markHeld<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const locks = current.getStore();
  locks?.add(lockFile);
  try {
    return await work();
  } finally {
    locks?.delete(lockFile);
  }
}
