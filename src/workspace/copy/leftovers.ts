import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { isOwnedByUser } from "../paths/ownership.ts";
import { ownerStatus } from "../write/locks/owner.ts";
import { copiesFolder, ownerFile } from "./tree-copy.ts";

const OwnerRecord = z.object({
  pid: z.number().int(),
  host: z.string(),
  machine: z.string(),
  boot: z.string(),
  pid_space: z.string(),
  process_start: z.string(),
  root: z.string(),
});

const folderName = /^[0-9a-f]{16}-[0-9a-f]{12}$/;
const maxSwept = 1000;

/** Removes the copies whose process has ended without doing so, and says how many. Those in use stay. */
export async function removeDeadCopies(parent = copiesFolder()): Promise<number> {
  const names = await readdir(parent).catch(() => []);
  let removed = 0;
  for (const name of names.filter((each) => folderName.test(each)).slice(0, maxSwept)) {
    const folder = join(parent, name);
    if (!(await isDead(folder))) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isDead(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (!stats?.isDirectory() || !isOwnedByUser(stats)) return false;
  const text = await readFile(join(folder, ownerFile), "utf8").catch(() => "");
  const owner = OwnerRecord.safeParse(parsed(text)).data;
  // Without a record its process ended while it made the folder; a minute is enough for that.
  if (owner === undefined) return Date.now() - stats.mtimeMs > 60_000;
  return (await ownerStatus(owner)) === "dead";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
