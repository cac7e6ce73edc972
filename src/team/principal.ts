import { AsyncLocalStorage } from "node:async_hooks";

/** Who asks, as the token says. */
export interface Principal {
  readonly subject: string;
  readonly groups: readonly string[];
}

const current = new AsyncLocalStorage<Principal>();

/** Runs the work of one request; everything that it starts knows whose it is. */
export function asPrincipal<T>(principal: Principal, work: () => T): T {
  return current.run(principal, work);
}

/** Work without a principal may see nothing. */
export function currentPrincipal(): Principal {
  return current.getStore() ?? { subject: "", groups: [] };
}
