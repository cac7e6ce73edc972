import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { errnoOf } from "./errno.ts";
import { readPathText } from "./path-text.ts";
import type { Workspace } from "./root.ts";

/** A path below a workspace's root, relative to it, with "/" separators and no dot segments; "" is the root. */
export type WorkspacePath = string & { readonly __brand: "WorkspacePath" };

export const rootPath = branded("");

const onWindows = process.platform === "win32";

/**
 * The only way from a stranger's words to a path. Checks the text first and then where the path really
 * leads, so that neither `..` nor a symbolic link gets out. The path need not exist.
 *
 * @example const path = await insideWorkspace(workspace, "specs/auth/spec.md")
 */
export async function insideWorkspace(workspace: Workspace, input: string): Promise<Result<WorkspacePath>> {
  const text = readPathText(input, onWindows);
  if (text.kind === "refused") return refused(workspace, input, text.reason);
  const path =
    text.kind === "absolute"
      ? await belowRoot(workspace, resolve(input))
      : await chooseReading(workspace, text);
  if (path === undefined) return refused(workspace, input, "leads outside the workspace");
  const real = await realInside(workspace, path, input);
  return real.ok ? ok(path) : real;
}

/** Where the path is on disk, as spelled: symbolic links below the root are kept. */
export function absolutePath(workspace: Workspace, path: WorkspacePath): string {
  return path === "" ? workspace.root : joinAbsolute(workspace.root, path);
}

/** `join` for a clean folder and a clean path below it; where a thousand are joined, looking at each letter shows. */
export function joinAbsolute(folder: string, path: string): string {
  return sep === "/" && folder !== "/" ? `${folder}/${path}` : join(folder, path);
}

/**
 * Where the path really is, with every symbolic link resolved; a part that does not exist yet is kept as
 * spelled, and a dangling link is judged by its target. Fails when that place is outside the root.
 */
export async function realPathInside(workspace: Workspace, path: WorkspacePath): Promise<Result<string>> {
  return realInside(workspace, path, path);
}

/** Whether `candidate` is `folder` or below it, by whole segments: `/a/b` does not contain `/a/bc`. */
export function isWithin(folder: string, candidate: string): boolean {
  // Nearly every call, and thirty times as fast as `relative`.
  if (candidate.startsWith(folder + sep) && !candidate.includes(`${sep}..`)) return true;
  const way = relative(folder, candidate);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Goes down from a path by names or relative paths. Checks the text only: no "..", ".", empty part,
 * absolute path or NUL. A reader checks the real path again when it opens the file.
 *
 * @example const file = joinPath(folder, specId, "spec.md")
 */
export function joinPath(path: WorkspacePath, ...segments: string[]): Result<WorkspacePath> {
  for (const segment of segments) {
    const text = readPathText(segment, onWindows);
    if (text.kind !== "relative" || text.literal !== segment || text.separated === "")
      return badSegment(segment);
  }
  return ok(branded([...(path === "" ? [] : [path]), ...segments].join("/")));
}

/**
 * The path of an entry in a folder, by the name that the system listed, or of one further below. Unlike `joinPath` it
 * takes every name that a file can have. Throws on dot segments, which is a bug.
 *
 * @example const file = childPath(folder, entry.name)
 */
export function childPath(folder: WorkspacePath, name: string): WorkspacePath {
  const path = listedPath(name);
  if (path === undefined) throw new Error(`Bug: \`${displayPath(name)}\` is not the name of an entry.`);
  return folder === "" ? path : branded(`${folder}/${name}`);
}

/** A path relative to the root as another program, such as git, lists it; undefined when it could lead elsewhere. */
export function listedPath(text: string): WorkspacePath | undefined {
  return !text.includes("\0") && (isPlainName(text) || hasOnlyNames(text)) ? branded(text) : undefined;
}

/** Nearly every name; a walk asks for each file. */
function isPlainName(text: string): boolean {
  return text !== "" && !text.startsWith(".") && !text.includes("/") && !onWindows;
}

function hasOnlyNames(path: string): boolean {
  const names = path.split(onWindows ? /[/\\]/ : "/");
  return names.every((name) => name !== "" && name !== "." && name !== "..");
}

/** The folders above a path, outermost first, and the path itself. The root is not among them. */
export function ancestorsAndSelf(path: WorkspacePath): WorkspacePath[] {
  const chain: WorkspacePath[] = [];
  for (let each = path; each !== ""; each = parentPath(each)) chain.unshift(each);
  return chain;
}

/** A path that our own code spells out. Throws on a bad one, which is a bug. */
export function literalPath(text: string): WorkspacePath {
  const joined = text === "" ? ok(rootPath) : joinPath(rootPath, text);
  if (!joined.ok) throw new Error(joined.fault.message);
  return joined.value;
}

/** The folder that holds the path; the root is its own parent. */
export function parentPath(path: WorkspacePath): WorkspacePath {
  const slash = path.lastIndexOf("/");
  return branded(slash < 0 ? "" : path.slice(0, slash));
}

/** Backslashes separate, as a caller on Windows means them, unless a file really has them in its name. */
async function chooseReading(
  workspace: Workspace,
  text: { readonly literal: string; readonly separated: string },
): Promise<WorkspacePath> {
  const literal = branded(text.literal);
  if (text.literal === text.separated || (await pathExists(workspace, literal))) return literal;
  return branded(text.separated);
}

async function realInside(workspace: Workspace, path: WorkspacePath, input: string): Promise<Result<string>> {
  try {
    const real = await resolveReal(absolutePath(workspace, path));
    return isWithin(workspace.root, real)
      ? ok(real)
      : refused(workspace, input, "leads outside the workspace");
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "EACCES") return permissionDenied(input);
    // A loop, a name that is too long: nobody can say where it leads.
    return refused(workspace, input, `cannot be followed (${errno ?? String(error)})`);
  }
}

async function resolveReal(absolute: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch {
    return resolveByParts(absolute);
  }
}

/** `realpath` for paths whose end is missing: follows each link by hand, dangling ones too. Throws on loops. */
async function resolveByParts(absolute: string): Promise<string> {
  const start = parse(absolute).root;
  const ahead = absolute.slice(start.length).split(sep).reverse();
  let place = start;
  let hops = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    const next = join(place, part); // takes "." and ".." too, rightly, because `place` is free of links
    const target = part === "" || part === "." || part === ".." ? undefined : await linkTarget(next);
    place = target === undefined ? next : isAbsolute(target) ? parse(target).root : place;
    if (target === undefined) continue;
    if (++hops > 40) throw Object.assign(new Error("Too many symbolic links."), { code: "ELOOP" });
    ahead.push(...target.slice(parse(target).root.length).split(sep).reverse());
  }
  return place;
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if (errnoOf(error) === "EINVAL" || isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * An absolute path as one below the root. The root may be spelled through a link (`/tmp` on macOS), so the
 * ancestors are compared by where they really are.
 */
async function belowRoot(workspace: Workspace, absolute: string): Promise<WorkspacePath | undefined> {
  if (isWithin(workspace.root, absolute)) return below(workspace.root, absolute);
  for (let folder = absolute; ; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => undefined);
    if (real === workspace.root) return below(folder, absolute);
    if (folder === dirname(folder)) return undefined;
  }
}

function below(folder: string, absolute: string): WorkspacePath {
  return branded(relative(folder, absolute).split(sep).join("/"));
}

function pathExists(workspace: Workspace, path: WorkspacePath): Promise<boolean> {
  return lstat(absolutePath(workspace, path)).then(
    () => true,
    () => false,
  );
}

function isNotFound(error: unknown): boolean {
  const code = errnoOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function refused(workspace: Workspace, input: string, why: string): Failure {
  const message = `Path \`${displayPath(input)}\` ${why}. The workspace is ${workspace.root}.`;
  const remedy = "Name a path inside the workspace, relative to its root.";
  return fail(fault("path_escape", message, remedy, { path: input, subject: { root: workspace.root } }));
}

function permissionDenied(input: string): Failure {
  const message = `\`${displayPath(input)}\` cannot be read: a folder on its way is closed to you (EACCES).`;
  return fail(fault("unreadable_file", message, "Change the permissions of that folder.", { path: input }));
}

function badSegment(segment: string): Failure {
  const message = `\`${displayPath(segment)}\` cannot be part of a path inside the workspace.`;
  return fail(
    fault("path_escape", message, "Use a plain name or a relative path without `..`.", { path: segment }),
  );
}

function displayPath(input: string): string {
  return clipText(printable(input), 200, "the path is longer");
}

function branded(text: string): WorkspacePath {
  return text as WorkspacePath;
}
