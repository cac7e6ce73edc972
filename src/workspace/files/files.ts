import { isUtf8 } from "node:buffer";
import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import type { Problem } from "../../kernel/finding.ts";
import { sha256 } from "../../kernel/hash.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { locate } from "../paths/location.ts";
import { absolutePath, childPath, isWithin, joinAbsolute, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { isYieldDue, yieldIfDue } from "../process/event-loop.ts";
import { activeOverlay, overlaidFile } from "./overlay.ts";
import { leadsOutside, type RawFile, readRaw, unreadable } from "./raw-file.ts";
import { findUtf8Error, type Utf8Error } from "./utf8.ts";

/** What a path is, after following symbolic links that stay inside the root. */
export type PathKind = "file" | "folder" | "other";

export interface TextFile {
  readonly path: WorkspacePath;
  /** The text unchanged, with byte order mark and line endings. */
  readonly text: string;
  /** Of the bytes on disk, for compare-and-write. */
  readonly sha256: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly problems: readonly EncodingProblem[];
}

export interface EncodingProblem extends Problem {
  readonly rule: "invalid_utf8";
  readonly fix: string;
  /** The position of the first invalid byte. */
  readonly offset: number;
  /** False for a binary file, about which nothing else need be reported. */
  readonly isText: boolean;
}

export interface BytesFile {
  readonly path: WorkspacePath;
  readonly content: Uint8Array;
  readonly sha256: string;
  readonly mtimeMs: number;
}

export interface ReadOptions {
  /** Larger files are `file_too_large`; default: 16 MiB. */
  readonly maxBytes?: number;
}

export interface ReadTextOptions extends ReadOptions {
  /** Bytes that are not UTF-8 become U+FFFD and a problem, instead of a fault. */
  readonly lossy?: boolean;
}

export interface PathStat {
  readonly kind: PathKind;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** Its mode gives nobody write permission, so it should not be replaced either. */
  readonly readOnly: boolean;
}

export interface FolderEntry {
  readonly name: string;
  readonly path: WorkspacePath;
  /** A link that dangles or leads out of the root is `other`. */
  readonly kind: PathKind;
  readonly link: boolean;
}

/**
 * Reads a regular file as UTF-8. Never blocks on a pipe or device, and reads nothing outside the root even
 * when a link is swapped in between.
 *
 * @example const file = await readText(workspace, path, { maxBytes: 1_000_000 })
 */
export async function readText(
  workspace: Workspace,
  path: WorkspacePath,
  options: ReadTextOptions = {},
): Promise<Result<TextFile>> {
  await yieldIfDue();
  return readTextSync(workspace, path, options);
}

/** Like `readText`, for a loop over many files that yields by itself. */
export function readTextSync(
  workspace: Workspace,
  path: WorkspacePath,
  options: ReadTextOptions = {},
): Result<TextFile> {
  const raw = readRaw(workspace, path, options.maxBytes);
  return raw.ok ? decode(path, raw.value, options.lossy === true) : raw;
}

/** Like `readText`, but neither decoded nor hashed, for callers that need only the beginning of many files. */
export async function readUtf8(
  workspace: Workspace,
  path: WorkspacePath,
  options: ReadOptions = {},
): Promise<Result<RawFile>> {
  await yieldIfDue();
  return readUtf8Sync(workspace, path, options);
}

/** Like `readUtf8`, for a loop over many files that yields by itself. */
export function readUtf8Sync(
  workspace: Workspace,
  path: WorkspacePath,
  options: ReadOptions = {},
): Result<RawFile> {
  const raw = readRaw(workspace, path, options.maxBytes);
  if (!raw.ok || isUtf8(raw.value.content)) return raw;
  const { content } = raw.value;
  const flaw = findUtf8Error(content, content.toString("utf8"));
  return flaw === undefined ? raw : notUtf8(path, flaw);
}

/** Like `readText`, for any content. */
export async function readBytes(
  workspace: Workspace,
  path: WorkspacePath,
  options: ReadOptions = {},
): Promise<Result<BytesFile>> {
  await yieldIfDue();
  const raw = readRaw(workspace, path, options.maxBytes);
  if (!raw.ok) return raw;
  const { content, mtimeMs } = raw.value;
  return ok({ path, content, sha256: sha256(content), mtimeMs });
}

/** Type, size and times of a path; undefined when it does not exist. Unreadable or outside is a fault. */
export async function statPath(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<Result<PathStat | undefined>> {
  await yieldIfDue();
  const overlaid = overlaidFile(absolutePath(workspace, path));
  if (overlaid !== undefined) return ok({ kind: "file", ...overlaid.stamp, readOnly: false });
  const location = locate(workspace, absolutePath(workspace, path));
  if (location.kind === "absent")
    return ok(isUnsavedFolder(absolutePath(workspace, path)) ? noFolderYet : undefined);
  if (location.kind === "outside") return leadsOutside(workspace, path);
  if (location.kind === "unreadable") return unreadable(path, location.errno);
  const stats = statSync(location.real, { throwIfNoEntry: false });
  return ok(stats && toPathStat(stats));
}

/** Whether the path exists and is inside the workspace. */
export async function exists(workspace: Workspace, path: WorkspacePath): Promise<boolean> {
  const stats = await statPath(workspace, path);
  return stats.ok && stats.value !== undefined;
}

/** The entries of a folder, sorted by code point. */
export async function listFolder(workspace: Workspace, path: WorkspacePath): Promise<Result<FolderEntry[]>> {
  await yieldIfDue();
  const location = locate(workspace, absolutePath(workspace, path));
  if (location.kind === "outside") return leadsOutside(workspace, path);
  if (location.kind === "absent") {
    const absolute = absolutePath(workspace, path);
    return isUnsavedFolder(absolute) ? ok(withUnsaved([], path, absolute)) : folderNotFound(path);
  }
  if (location.kind === "unreadable") return unreadable(path, location.errno);
  return entriesAt(workspace, path, location.real);
}

/** Like `listFolder`, for a path that is known to contain no link: checking that again costs more than listing. */
export async function listRealFolder(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<Result<FolderEntry[]>> {
  await yieldIfDue();
  return entriesAt(workspace, path, absolutePath(workspace, path));
}

export interface ListedFolder {
  readonly path: WorkspacePath;
  readonly depth: number;
  readonly entries: Result<FolderEntry[]>;
}

/**
 * A folder and the folders below it that `isEntered` accepts, each with its entries. A link inside the root is entered
 * like the folder that it leads to, once for each such folder and never back to where it began, so that a loop of
 * links lists nothing more than twice. Only links need a look at their real location.
 */
export async function listBelow(
  workspace: Workspace,
  start: WorkspacePath,
  isEntered: (entry: FolderEntry, depth: number) => boolean,
): Promise<ListedFolder[]> {
  const first = await listFolder(workspace, start);
  const listed: ListedFolder[] = [{ path: start, depth: 0, entries: first }];
  const location = locate(workspace, absolutePath(workspace, start));
  if (!first.ok || location.kind !== "inside") return listed;
  const below = (folder: SubFolder, entries: readonly FolderEntry[]) =>
    entries
      .filter((entry) => entry.kind === "folder" && isEntered(entry, folder.depth))
      .flatMap((entry) => enterFolder(workspace, location.real, folder, entry) ?? []);
  const viaLinks = new Set<string>();
  const ahead = below({ path: start, real: location.real, depth: 0, viaLink: false }, first.value);
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop()) {
    if (folder.viaLink && viaLinks.has(folder.real)) continue;
    if (folder.viaLink) viaLinks.add(folder.real);
    if (isYieldDue()) await yieldIfDue();
    const entries = entriesAt(workspace, folder.path, folder.real);
    listed.push({ path: folder.path, depth: folder.depth, entries });
    if (entries.ok) ahead.push(...below(folder, entries.value));
  }
  return listed;
}

interface SubFolder {
  readonly path: WorkspacePath;
  readonly real: string;
  readonly depth: number;
  /** Whether it, or a folder above it, was reached through a link. */
  readonly viaLink: boolean;
}

function enterFolder(
  workspace: Workspace,
  start: string,
  folder: SubFolder,
  { name, path, link }: FolderEntry,
): SubFolder | undefined {
  const plain = joinAbsolute(folder.real, name);
  const depth = folder.depth + 1;
  if (!link) return { path, real: plain, depth, viaLink: folder.viaLink };
  const location = locate(workspace, plain);
  if (location.kind !== "inside" || isWithin(location.real, plain) || isWithin(location.real, start))
    return undefined;
  return { path, real: location.real, depth, viaLink: true };
}

function entriesAt(workspace: Workspace, path: WorkspacePath, real: string): Result<FolderEntry[]> {
  try {
    const entries = readdirSync(real, { withFileTypes: true });
    const listed = entries.map((entry) => toFolderEntry(workspace, path, entry, real));
    return ok(withUnsaved(listed, path, real).sort((a, b) => byCodePoint(a.name, b.name)));
  } catch (error) {
    const errno = errnoOf(error);
    return errno === "ENOTDIR" || errno === "ENOENT"
      ? folderNotFound(path)
      : unreadable(path, errno ?? String(error));
  }
}

/** The entries of a folder and what an editor has not saved there yet. */
function withUnsaved(entries: FolderEntry[], folder: WorkspacePath, real: string): FolderEntry[] {
  const unsaved = activeOverlay()?.entriesIn(real);
  if (unsaved === undefined || unsaved.size === 0) return entries;
  const known = new Set(entries.map(({ name }) => name));
  const fresh = [...unsaved].flatMap(([name, kind]): FolderEntry[] =>
    known.has(name) ? [] : [{ name, path: childPath(folder, name), kind, link: false }],
  );
  return [...entries, ...fresh];
}

/** A folder that will be there once an editor saves. */
function isUnsavedFolder(absolute: string): boolean {
  return (activeOverlay()?.entriesIn(absolute).size ?? 0) > 0;
}

const noFolderYet: PathStat = { kind: "folder", size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, readOnly: false };

function toPathStat(stats: Stats): PathStat {
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return { kind: kindOf(stats), size, mtimeMs, ctimeMs, ino, readOnly: (stats.mode & 0o222) === 0 };
}

function decode(path: WorkspacePath, raw: RawFile, lossy: boolean): Result<TextFile> {
  const { content, mtimeMs } = raw;
  const text = content.toString("utf8");
  const flaw = findUtf8Error(content, text);
  if (flaw === undefined) return ok(new Utf8File(path, text, content.length, mtimeMs));
  const failure = notUtf8(path, flaw);
  if (!lossy) return failure;
  const { offset, line, isText } = flaw;
  const { message, remedy: fix } = failure.fault;
  const problem = { rule: "invalid_utf8" as const, message, fix, offset, line, isText };
  const bytes = content.length;
  return ok({ path, text, sha256: sha256(content), bytes, mtimeMs, problems: [problem] });
}

/**
 * Only writers need the hash. The text of a UTF-8 file gives the same hash as its bytes, so those need not be kept.
 * A class, because V8 keeps the text of an object with a getter of its own in memory until the next full collection.
 */
class Utf8File implements TextFile {
  readonly path: WorkspacePath;
  readonly text: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly problems = [];

  constructor(path: WorkspacePath, text: string, bytes: number, mtimeMs: number) {
    this.path = path;
    this.text = text;
    this.bytes = bytes;
    this.mtimeMs = mtimeMs;
  }

  get sha256(): string {
    return sha256(this.text);
  }
}

function notUtf8(path: WorkspacePath, { offset, line, message }: Utf8Error): Failure {
  const details = { offset, line };
  return fail(
    fault("unreadable_file", `\`${path}\` ${message}`, "Save the file as UTF-8.", { path, details }),
  );
}

function toFolderEntry(
  workspace: Workspace,
  folder: WorkspacePath,
  entry: Dirent,
  realFolder: string,
): FolderEntry {
  const path = childPath(folder, entry.name);
  if (!entry.isSymbolicLink()) return { name: entry.name, path, kind: kindOf(entry), link: false };
  const location = locate(workspace, join(realFolder, entry.name));
  const stats = location.kind === "inside" ? statSync(location.real, { throwIfNoEntry: false }) : undefined;
  return { name: entry.name, path, kind: stats ? kindOf(stats) : "other", link: true };
}

function kindOf(record: Stats | Dirent): PathKind {
  return record.isFile() ? "file" : record.isDirectory() ? "folder" : "other";
}

function folderNotFound(path: WorkspacePath): Result<never> {
  const message = `There is no folder at \`${path || "."}\`.`;
  return fail(fault("not_a_directory", message, "Name an existing folder.", { path }));
}
