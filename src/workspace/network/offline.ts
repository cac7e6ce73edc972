import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<"offline">();

/** Runs work that must not open a connection: an operation whose entry says so is held to it. */
export function offline<T>(work: () => T): T {
  return scope.run("offline", work);
}

export function isOffline(): boolean {
  return scope.getStore() === "offline";
}
