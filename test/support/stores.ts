import { pathToFileURL } from "node:url";
import { initStore, openStore } from "../../src/store/open.ts";
import type { NewSegment, Store } from "../../src/store/store.ts";
import { whenOver } from "./cleanup.ts";
import { newDatabase, postgresServer } from "./postgres.ts";
import { temporaryFolder } from "./temporary.ts";

export const tenant = "default";

/** The value of a result that must be one. */
export function unwrap<T>(result: { ok: true; value: T } | { ok: false; fault: { message: string } }): T {
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
}

/** The address of a store that was set up a moment ago. */
export async function newStoreUrl(kind: Store["kind"]): Promise<string> {
  const url =
    kind === "file" ? pathToFileURL(await temporaryFolder()).href : await newDatabase(await postgresServer());
  unwrap(await initStore(url, { tenant }, { readers: [], workers: [] }));
  return url;
}

/** Opens a store and closes it when the test ends. */
export async function openedStore(url: string, as = tenant): Promise<Store> {
  const store = unwrap(await openStore(url, { tenant: as }));
  whenOver(() => store.close());
  return store;
}

export async function newStore(kind: Store["kind"]): Promise<Store> {
  return openedStore(await newStoreUrl(kind));
}

/** A segment that is one only by its bytes. */
export function someSegment(text: string, files = 1): NewSegment {
  const hash = (n: number, length: number) =>
    Buffer.from(`${text}:${n}`.padEnd(length, "x").slice(0, length)).toString("hex");
  return {
    search: Buffer.from(`search ${text}`),
    texts: Buffer.from(`texts ${text}`),
    analysis: "a1",
    chunks: files,
    files: Array.from({ length: files }, (_, n) => ({ blob: hash(n, 20), path: hash(n, 32) })),
    madeBy: "test",
  };
}
