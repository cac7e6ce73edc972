import { fault } from "../../kernel/fault.ts";
import { sortedBy } from "../../kernel/order.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { isExecutable } from "../../workspace/executable.ts";
import { listFolder, readBytes } from "../../workspace/files.ts";
import { joinPath, rootPath, type WorkspacePath } from "../../workspace/paths.ts";
import type { Workspace } from "../../workspace/root.ts";
import { walkAll } from "../../workspace/walk.ts";
import { fold } from "../names.ts";
import { limits } from "../standard.ts";

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

/** Names that are safe on every system: checked as paths, and no two that differ only in case. */
export function checkTree(files: readonly TreeFile[]): Result<TreeFile[]> {
  const bytes = files.reduce((total, { content }) => total + content.length, 0);
  if (files.length > limits.files || bytes > limits.bytes) return tooLarge(files.length, bytes);
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const before = seen.get(fold(path));
    if (before !== undefined) return refused(`\`${before}\` and \`${path}\` are one file on many systems`);
    seen.set(fold(path), path);
  }
  return ok(sortedBy(files, ({ path }) => path));
}

/** A name from an archive as a path, or a refusal of the whole archive. */
export function entryPath(name: string): Result<WorkspacePath> {
  const parts = name.replace(/\/+$/, "").split("/");
  const trap = parts.some(
    (part) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) || /[:*?"<>|\\]|[. ]$/.test(part),
  );
  const path = joinPath(rootPath, parts.join("/"));
  if (!path.ok || trap || parts.includes(".git"))
    return refused(`the name \`${printable(name.slice(0, 200))}\` is not safe`);
  return path;
}

export function refused(why: string): Failure {
  const remedy = "Ask its author for a plain one, or copy what you trust into a folder and install that.";
  return fail(fault("skill_install_refused", `The source is refused: ${why}.`, remedy));
}

async function linksIn(folder: Workspace, path: WorkspacePath): Promise<Result<WorkspacePath[]>> {
  const entries = await listFolder(folder, path);
  if (!entries.ok) return entries;
  const links: WorkspacePath[] = [];
  for (const { link, kind, path: place, name } of entries.value) {
    if (name === ".git" || name === ".hewto") continue;
    if (link && kind === "other") return refused(`the link \`${place}\` leads out of its folder`);
    if (link && kind === "folder") return refused(`\`${place}\` is a link to a folder`);
    if (link) links.push(place);
    if (link || kind !== "folder") continue;
    const below = await linksIn(folder, place);
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
