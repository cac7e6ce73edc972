import { sortedBy } from "../../kernel/order.ts";
import { type Failure, ok, type Result } from "../../kernel/result.ts";
import { listFolder, readBytes } from "../../workspace/files/files.ts";
import { isExecutable } from "../../workspace/files/mode.ts";
import { rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { limits } from "../standard.ts";
import { checkNames, refused, sourceLimits } from "./entry-names.ts";

/** A file to install, in memory. */
export interface TreeFile {
  /** Relative to the skill's folder. */
  readonly path: WorkspacePath;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/**
 * Reads all files of a folder to install. A link to a file inside the folder becomes a copy of that file; a link
 * to a folder or to outside is refused.
 */
export async function readTree(folder: Workspace): Promise<Result<TreeFile[]>> {
  const links = await linksIn(folder, rootPath);
  if (!links.ok) return links;
  const walked = await walkAll(folder, { ignore: false, skip: [".git", ".hewto"] });
  if (!walked.ok) return walked;
  const bytes = walked.value.reduce((total, { size }) => total + size, 0);
  const paths = [...new Set([...walked.value.map(({ path }) => path), ...links.value])];
  if (paths.length > limits.files || bytes > limits.bytes) return tooLarge(paths.length, bytes);
  const files: TreeFile[] = [];
  for (const path of paths) {
    const file = await readBytes(folder, path, { maxBytes: limits.bytes });
    if (!file.ok) return file;
    files.push({ path, content: file.value.content, executable: isExecutable(folder, path) });
  }
  return checkTree(files);
}

/** Checks the limits of a skill, and that names are safe on every system. */
function checkTree(files: readonly TreeFile[]): Result<TreeFile[]> {
  const bytes = files.reduce((total, { content }) => total + content.length, 0);
  if (files.length > limits.files || bytes > limits.bytes) return tooLarge(files.length, bytes);
  const names = checkNames(files.map(({ path }) => path));
  return names.ok ? ok(sortedBy(files, ({ path }) => path)) : names;
}

async function linksIn(folder: Workspace, path: WorkspacePath, level = 1): Promise<Result<WorkspacePath[]>> {
  if (level > sourceLimits.levels) return refused(`it is more than ${sourceLimits.levels} levels deep`);
  const entries = await listFolder(folder, path);
  if (!entries.ok) return entries;
  const links: WorkspacePath[] = [];
  for (const { link, kind, path: entry, name } of entries.value) {
    if (name === ".git" || name === ".hewto") continue;
    if (link && kind === "other") return refused(`the link \`${entry}\` points outside its folder`);
    if (link && kind === "folder") return refused(`\`${entry}\` is a link to a folder`);
    if (link) links.push(entry);
    if (link || kind !== "folder") continue;
    const below = await linksIn(folder, entry, level + 1);
    if (!below.ok) return below;
    links.push(...below.value);
  }
  return ok(links);
}

function tooLarge(files: number, bytes: number): Failure {
  return refused(
    `a skill may have ${limits.files} files and ${limits.bytes} bytes, and this one has ${files} files and ${bytes} bytes`,
  );
}
