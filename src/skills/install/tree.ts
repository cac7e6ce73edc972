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

/** All files of a folder that may be installed. A link that leads out of it is refused, never followed. */
export async function readTree(folder: Workspace): Promise<Result<TreeFile[]>> {
  const out = await linkOut(folder, rootPath);
  if (out !== undefined) return refused(`the link \`${out}\` leads out of its folder`);
  const walked = await walkAll(folder, { ignore: false, skip: [".git", ".hewto"] });
  if (!walked.ok) return walked;
  const bytes = walked.value.reduce((total, { size }) => total + size, 0);
  if (walked.value.length > limits.files || bytes > limits.bytes) return tooLarge(walked.value.length, bytes);
  const files: TreeFile[] = [];
  for (const { path } of walked.value) {
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

async function linkOut(folder: Workspace, path: WorkspacePath): Promise<string | undefined> {
  const entries = await listFolder(folder, path);
  if (!entries.ok) return undefined;
  for (const { link, kind, path: place, name } of entries.value) {
    if (name === ".git") continue;
    if (link && kind === "other") return place;
    if (link || kind !== "folder") continue;
    const below = await linkOut(folder, place);
    if (below !== undefined) return below;
  }
  return undefined;
}

function tooLarge(files: number, bytes: number): Failure {
  return refused(
    `${files} files and ${bytes} bytes are more than the ${limits.files} files and ${limits.bytes} bytes of a skill`,
  );
}
