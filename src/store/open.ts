import type { Result } from "../kernel/result.ts";
import { readAddress } from "./address.ts";
import type { Store } from "./store.ts";

export interface OpenOptions {
  readonly tenant: string;
  readonly connectMs?: number;
  readonly statementMs?: number;
  readonly connections?: number;
}

/** Opens a store by its address. The driver is loaded only now; nothing is connected before the first call. */
export async function openStore(url: string, options: OpenOptions): Promise<Result<Store>> {
  const address = readAddress(url);
  if (!address.ok) return address;
  if (address.value.kind === "file") return (await import("./file/open.ts")).openFolder(address.value);
  return (await import("./postgres/open.ts")).openPostgres(address.value, options);
}

/**
 * What a login of the database may do: read, publish, serve a team (read, also grants, and write the audit), read the
 * audit, write grants. A folder has the permissions of its file system instead.
 */
export const memberKinds = ["readers", "workers", "servers", "auditors", "granters"] as const;
export type Members = Readonly<Record<(typeof memberKinds)[number], readonly string[]>>;

/** Sets a store up, or brings it up to date; gives the version before and after. */
export async function initStore(
  url: string,
  options: OpenOptions,
  members: Partial<Members>,
): Promise<Result<{ readonly from: number; readonly to: number }>> {
  const address = readAddress(url);
  if (!address.ok) return address;
  if (address.value.kind === "file") return (await import("./file/open.ts")).initFolder(address.value);
  return (await import("./postgres/open.ts")).initPostgres(address.value, options, members);
}
