import { join } from "node:path";
import { byCodePoint } from "../../../kernel/order.ts";
import { isOwnedByUser } from "../../paths/ownership.ts";
import type { Workspace } from "../../paths/root.ts";
import { stateFolder } from "../../state/folder.ts";
import { type DiskEntry, nodeDisk } from "../disk.ts";
import { journalId } from "./journal.ts";
import { foreignPrefix } from "./recover.ts";

/** Something below `.hewto/` that Hewto set aside or does not touch, for the user to review. */
export interface Leftover {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: "foreign plan" | "old files" | "unsaved text" | "other owner" | "old index";
  readonly owner: number;
}

export async function findLeftovers(workspace: Workspace): Promise<Leftover[]> {
  const top = await lstatQuietly(workspace, stateFolder);
  if (!top?.isDirectory()) return [];
  if (!isOwnedByUser(top)) return [{ path: stateFolder, kind: "other owner", owner: top.uid }];
  const leftovers: Leftover[] = [];
  for (const part of ["journal", "rescued"]) {
    for (const name of await namesIn(workspace, `${stateFolder}/${part}`)) {
      const path = `${stateFolder}/${part}/${name}`;
      const entry = await lstatQuietly(workspace, path);
      const kind = entry && (part === "journal" ? kindInJournal(name, entry) : kindOfRescued(name));
      if (entry && kind) leftovers.push({ path, kind, owner: entry.uid });
    }
  }
  const oldIndex = await lstatQuietly(workspace, `${stateFolder}/index`);
  if (oldIndex) leftovers.push({ path: `${stateFolder}/index`, kind: "old index", owner: oldIndex.uid });
  return leftovers;
}

function kindInJournal(name: string, entry: DiskEntry): Leftover["kind"] | undefined {
  return journalId.test(name) && !isOwnedByUser(entry) ? "other owner" : undefined;
}

function kindOfRescued(name: string): Leftover["kind"] | undefined {
  if (name.startsWith(foreignPrefix)) return "foreign plan";
  if (name.startsWith("unsaved-")) return "unsaved text";
  return /^[0-9a-f]{16}(-[0-9a-f]{8})?$/.test(name) ? "old files" : undefined;
}

async function namesIn(workspace: Workspace, path: string): Promise<string[]> {
  if (!(await lstatQuietly(workspace, path))?.isDirectory()) return [];
  const names = await nodeDisk.readdir(join(workspace.root, path)).catch(() => []);
  return names.sort(byCodePoint);
}

function lstatQuietly(workspace: Workspace, path: string): Promise<DiskEntry | undefined> {
  return nodeDisk.lstat(join(workspace.root, path)).catch(() => undefined);
}
