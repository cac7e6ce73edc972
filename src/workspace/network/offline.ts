import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<"offline">();

/** Runs work that must not open a connection. Used for operations whose entry says that they open none. */
export function offline<T>(work: () => T): T {
  return scope.run("offline", work);
}

export function isOffline(): boolean {
  return scope.getStore() === "offline";
}
