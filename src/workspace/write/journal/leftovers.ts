import { join } from "node:path";
import { byCodePoint } from "../../../kernel/order.ts";
import { isOwn } from "../../paths/ownership.ts";
import type { Workspace } from "../../paths/root.ts";
import { stateFolder } from "../../state/folder.ts";
import { type DiskEntry, nodeDisk } from "../disk.ts";
import { journalId } from "./journal.ts";
import { foreignPrefix } from "./recover.ts";

/** Something below `.hewto/` that Hewto put out of the way, or leaves alone, and that a person should look at. */
export interface KeptEntry {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: "foreign plan" | "old files" | "unsaved text" | "other owner" | "old index";
  readonly owner: number;
}

export async function keptEntries(workspace: Workspace): Promise<KeptEntry[]> {
  const top = await look(workspace, stateFolder);
  if (!top?.isDirectory()) return [];
  if (!isOwn(top)) return [{ path: stateFolder, kind: "other owner", owner: top.uid }];
  const found: KeptEntry[] = [];
  for (const part of ["journal", "rescued"]) {
    for (const name of await namesIn(workspace, `${stateFolder}/${part}`)) {
      const path = `${stateFolder}/${part}/${name}`;
      const entry = await look(workspace, path);
      const kind = entry && (part === "journal" ? kindInJournal(name, entry) : kindOfRescued(name));
      if (entry && kind) found.push({ path, kind, owner: entry.uid });
    }
  }
  const oldIndex = await look(workspace, `${stateFolder}/index`);
  if (oldIndex) found.push({ path: `${stateFolder}/index`, kind: "old index", owner: oldIndex.uid });
  return found;
}

function kindInJournal(name: string, entry: DiskEntry): KeptEntry["kind"] | undefined {
  return journalId.test(name) && !isOwn(entry) ? "other owner" : undefined;
}

function kindOfRescued(name: string): KeptEntry["kind"] | undefined {
  if (name.startsWith(foreignPrefix)) return "foreign plan";
  if (name.startsWith("unsaved-")) return "unsaved text";
  return /^[0-9a-f]{16}(-[0-9a-f]{8})?$/.test(name) ? "old files" : undefined;
}

async function namesIn(workspace: Workspace, path: string): Promise<string[]> {
  if (!(await look(workspace, path))?.isDirectory()) return [];
  const names = await nodeDisk.readdir(join(workspace.root, path)).catch(() => []);
  return names.sort(byCodePoint);
}

function look(workspace: Workspace, path: string): Promise<DiskEntry | undefined> {
  return nodeDisk.lstat(join(workspace.root, path)).catch(() => undefined);
}
