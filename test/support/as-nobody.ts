import { chmodSync } from "node:fs";

const NOBODY = 65_534;

/** Does something without root's permissions, since root can read everything. Other users stay who they are. */
export async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

/** Makes a folder of root accessible to everyone. */
export function openToAll(...folders: readonly string[]): void {
  for (const folder of folders) chmodSync(folder, 0o777);
}
