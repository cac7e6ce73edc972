import { sortedBy } from "../../kernel/order.ts";
import { type Failure, ok, type Result } from "../../kernel/result.ts";
import { listFolder, readBytes } from "../../workspace/files/files.ts";
import { isExecutable } from "../../workspace/files/mode.ts";
import { rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { limits } from "../standard.ts";
import { checkNames, refused, sourceLimits } from "./entry-names.ts";

/** A file to be installed, in memory. */
export interface TreeFile {
  /** Below the skill's folder, checked: no `..`, not absolute. */
  readonly path: WorkspacePath;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/**
 * All files of a folder that may be installed. A link to a file inside becomes a copy of it; one to a folder, or
 * one that leads out, is refused.
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

/** The limits of a skill, and names that are safe on every system. */
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
  for (const { link, kind, path: place, name } of entries.value) {
    if (name === ".git" || name === ".hewto") continue;
    if (link && kind === "other") return refused(`the link \`${place}\` leads out of its folder`);
    if (link && kind === "folder") return refused(`\`${place}\` is a link to a folder`);
    if (link) links.push(place);
    if (link || kind !== "folder") continue;
    const below = await linksIn(folder, place, level + 1);
    if (!below.ok) return below;
    links.push(...below.value);
  }
  return ok(links);
}

function tooLarge(files: number, bytes: number): Failure {
  return refused(
    `${files} files and ${bytes} bytes are more than the ${limits.files} files and ${limits.bytes} bytes of a skill`,
  );
}
