import { sha256 } from "../kernel/hash.ts";
import { byCodePoint } from "../kernel/order.ts";
import { listBelow, listFolder, readBytes, readText } from "../workspace/files/files.ts";
import { childPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { isEntryName, parseEntry, type ReviewEntry, reviewFolder } from "./entry.ts";

const maxEntries = 2_000;
const maxEntryBytes = 128 * 1024;
const maxFiles = 2_000;
const maxDepth = 16;

/** What was said about the documents in a folder. */
export async function readEntries(workspace: Workspace, folder: WorkspacePath): Promise<ReviewEntry[]> {
  const listed = await listFolder(workspace, childPath(folder, reviewFolder));
  const files = (listed.ok ? listed.value : []).filter(
    ({ kind, name }) => kind === "file" && isEntryName(name),
  );
  const entries: ReviewEntry[] = [];
  for (const { name, path } of files.slice(0, maxEntries)) {
    const file = await readText(workspace, path, { maxBytes: maxEntryBytes, lossy: true });
    const entry = file.ok ? parseEntry(name, file.value.text) : undefined;
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Whether a path, relative to the folder of an item, is a file of its review. */
export function isReviewFile(path: string): boolean {
  const [folder, name, ...deeper] = path.split("/");
  return folder === reviewFolder && name !== undefined && deeper.length === 0 && isEntryName(name);
}

/** The digest of each document, by its path relative to the folder, and one of them all. */
export interface Digests {
  readonly digest: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * What an approval is about: all documents of the folder, or those named. A ticked box and another line ending are
 * not another text: work that was approved stays approved while its tasks are done.
 */
export async function digestsOf(
  workspace: Workspace,
  folder: WorkspacePath,
  only?: readonly string[],
): Promise<Digests> {
  const paths = only?.map((name) => childPath(folder, name)) ?? (await documentsOf(workspace, folder));
  const files: Record<string, string> = {};
  for (const path of paths) {
    const digest = await digestOf(workspace, path);
    if (digest !== undefined) files[path.slice(folder.length + 1)] = digest;
  }
  const all = Object.entries(files).map(([name, digest]) => `${name}\0${digest}\n`);
  return { digest: sha256(all.join("")), files };
}

/** Everything in the folder of an item that is not part of its review. */
export async function documentsOf(workspace: Workspace, folder: WorkspacePath): Promise<WorkspacePath[]> {
  const folders = await listBelow(workspace, folder, ({ link }, depth) => !link && depth < maxDepth);
  return folders
    .flatMap(({ entries }) => (entries.ok ? entries.value : []))
    .filter(({ kind, name }) => kind === "file" && name !== ".DS_Store")
    .filter(({ path }) => !isReviewFile(path.slice(folder.length + 1)))
    .map(({ path }) => path)
    .sort(byCodePoint)
    .slice(0, maxFiles);
}

async function digestOf(workspace: Workspace, path: WorkspacePath): Promise<string | undefined> {
  const text = await readText(workspace, path);
  if (text.ok) return sha256(canonical(text.value.text));
  const bytes = await readBytes(workspace, path);
  return bytes.ok ? bytes.value.sha256 : undefined;
}

function canonical(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^(\s*(?:[-*+]|\d+[.)])\s+\[)[xX](?=\])/gm, "$1 ");
}
