import { constants, rmSync } from "node:fs";
import {
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { randomHex, sha256 } from "../../kernel/hash.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { git } from "../git/command.ts";
import { findRepository } from "../git/repository.ts";
import { isUserFolder, userTemporaryFolder } from "../paths/ownership.ts";
import { isWithin, listedPath, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { walkAll } from "../walk/walk.ts";
import { currentOwner } from "../write/locks/owner.ts";

/** The files of a workspace in a private folder, where programs may change them. The workspace stays as it is. */
export interface TreeCopy {
  /** The root of the copy. */
  readonly root: string;
  /** A folder beside it, for reports. */
  readonly outputs: string;
  readonly files: number;
  /** Replaces a file of the copy; undefined deletes it. */
  readonly write: (path: WorkspacePath, text: string | undefined) => Promise<void>;
  readonly readOutput: (path: string, maxBytes: number) => Promise<Uint8Array | undefined>;
  readonly removeOutput: (path: string) => Promise<void>;
  /** Makes an empty folder for outputs. */
  readonly emptyOutput: (path: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Ignored files and folders that are copied all the same. */
  readonly also?: readonly WorkspacePath[];
}

const maxFiles = 200_000;
export const ownerFile = "owner.json";

/** Ignored folders with what a project depends on. They are linked, not copied: they are large and only read. */
const dependencyFolders = ["node_modules", ".venv", "venv", "vendor"];
/** What tools write into `node_modules` stays in the copy. */
const caches = /^\.(?:cache|vite|vitest)/;

/** The folder of all copies of this user. */
export function copiesFolder(): string {
  return join(userTemporaryFolder(), "copies");
}

/**
 * Copies the files as they are on disk: those that git tracks or would track, else those that are not ignored. Edits
 * that are not committed and new files are part of it.
 */
export async function copyTree(
  workspace: Workspace,
  { signal, also = [] }: CopyOptions,
): Promise<Result<TreeCopy>> {
  const listed = await listFiles(workspace, signal);
  if (!listed.ok) return listed;
  if (listed.value.length > maxFiles) return tooLarge(listed.value.length);
  const parent = copiesFolder();
  if (!isUserFolder(parent)) return notOurs(parent);
  const folder = join(parent, `${sha256(workspace.root).slice(0, 16)}-${randomHex(6)}`);
  // A program that is ended has no time for promises.
  const onExit = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", onExit);
  const remove = async () => {
    process.off("exit", onExit);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await mkdir(join(folder, "outputs"), { recursive: true, mode: 0o700 });
    const owner = { ...(await currentOwner()), root: workspace.root };
    await writeFile(join(folder, ownerFile), JSON.stringify(owner), { mode: 0o600 });
    const real = await realpath(folder);
    const root = join(real, "tree");
    await mkdir(root, { mode: 0o700 });
    const files = await fill(workspace.root, root, listed.value, signal);
    for (const path of also) await copyExtra(workspace.root, root, path);
    if (signal.aborted) return cancelled(remove);
    return ok(treeCopy(root, join(real, "outputs"), files, remove));
  } catch (error) {
    await remove();
    const message = `The project could not be copied to ${folder}: ${error instanceof Error ? error.message : String(error)}`;
    return fail(fault("write_failed", message, "Free some space, or set TMPDIR to another folder."), error);
  }
}

function treeCopy(root: string, outputs: string, files: number, remove: () => Promise<void>): TreeCopy {
  return {
    root,
    outputs,
    files,
    remove,
    removeOutput: (path) => rm(path, { recursive: true, force: true }),
    emptyOutput: async (path) => {
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true, mode: 0o700 });
    },
    write: async (path, text) => {
      const target = join(root, path);
      if (text === undefined) return rm(target, { force: true });
      await mkdir(dirname(target), { recursive: true });
      // A link of the project is replaced, never written through.
      await unlink(target).catch(() => undefined);
      await writeFile(target, text, { flag: "wx" });
    },
    readOutput: async (path, maxBytes) => {
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() && stats.size <= maxBytes ? readFile(path) : undefined;
    },
  };
}

async function listFiles(workspace: Workspace, signal: AbortSignal): Promise<Result<WorkspacePath[]>> {
  const cwd = workspace.root;
  if (findRepository(cwd) !== undefined) {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "."];
    const listed = await git(args, { cwd, signal });
    if (!listed.ok) return listed;
    return ok([...new Set(listed.value.stdout.split("\0"))].flatMap((path) => listedPath(path) ?? []));
  }
  const walked = await walkAll(workspace, { signal });
  return walked.ok ? ok(walked.value.map(({ path }) => path)) : walked;
}

/** How many files were copied. Links stay links if they lead into the copy, and are left out otherwise. */
async function fill(
  from: string,
  to: string,
  paths: readonly WorkspacePath[],
  signal: AbortSignal,
): Promise<number> {
  const folders = new Set([""]);
  let files = 0;
  for (const path of paths) {
    if (signal.aborted) break;
    const stats = await lstat(join(from, path)).catch(() => undefined);
    if (!stats?.isFile() && !stats?.isSymbolicLink()) continue; // deleted, or a submodule
    const folder = dirname(path) === "." ? "" : dirname(path);
    if (!folders.has(folder)) await mkdir(join(to, folder), { recursive: true });
    for (let each = folder; !folders.has(each); each = dirname(each) === "." ? "" : dirname(each))
      folders.add(each);
    if (stats.isFile()) await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    else await copyLink(from, to, path);
    files += 1;
  }
  for (const folder of folders) await linkDependencies(join(from, folder), join(to, folder));
  return files;
}

async function copyLink(from: string, to: string, path: string): Promise<void> {
  const target = await readlink(join(from, path));
  const isInside = !isAbsolute(target) && isWithin(to, resolve(dirname(join(to, path)), target));
  if (isInside) await symlink(target, join(to, path));
}

async function linkDependencies(from: string, to: string): Promise<void> {
  for (const name of dependencyFolders) {
    const source = await lstat(join(from, name)).catch(() => undefined);
    const isThere = (await lstat(join(to, name)).catch(() => undefined)) !== undefined;
    if (source === undefined || isThere) continue;
    if (name !== "node_modules" || !source.isDirectory()) {
      await symlink(join(from, name), join(to, name));
      continue;
    }
    await mkdir(join(to, name));
    for (const entry of await readdir(join(from, name)))
      if (!caches.test(entry)) await symlink(join(from, name, entry), join(to, name, entry));
  }
}

async function copyExtra(from: string, to: string, path: WorkspacePath): Promise<void> {
  const stats = await lstat(join(from, path)).catch(() => undefined);
  if (stats?.isFile()) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(from, path), join(to, path));
  }
  if (!stats?.isDirectory()) return;
  for (const name of await readdir(join(from, path))) {
    const child = listedPath(`${path}/${name}`);
    if (child !== undefined) await copyExtra(from, to, child);
  }
}

async function cancelled(remove: () => Promise<void>): Promise<Failure> {
  await remove();
  return fail(fault("cancelled", "The copy of the project was cancelled.", ""));
}

function tooLarge(files: number): Failure {
  const message = `The project has ${files} files; at most ${maxFiles} are copied.`;
  return fail(
    fault("file_too_large", message, "Run it in a smaller folder of the project with --workspace."),
  );
}

function notOurs(folder: string): Failure {
  const message = `${folder} belongs to another user, so the project is not copied there.`;
  return fail(fault("write_failed", message, "Set TMPDIR to a folder of your own."));
}
