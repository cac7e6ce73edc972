import { access, constants, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { errnoOf } from "./errno.ts";

/** A folder that Hewto can read and write. Everything below it is addressed by `WorkspacePath`. */
export interface Workspace {
  /** The real absolute path, without symbolic links. */
  readonly root: string;
  /** An absolute folder for state, where it cannot be in the root; see `stateDirectory`. */
  readonly state?: string;
}

/**
 * Opens an existing directory; a relative path starts at the current directory.
 *
 * @example const workspace = await openWorkspace("~/repo".replace("~", homedir()))
 */
export async function openWorkspace(directory: string): Promise<Result<Workspace>> {
  const absolute = resolve(directory);
  if (directory === "" || directory.includes("\0")) return notADirectory("path_not_found", directory);
  try {
    const root = await realpath(absolute);
    const isDirectory = (await stat(root)).isDirectory();
    if (!isDirectory) return notADirectory("not_a_directory", absolute);
    return (await isReadable(root)) ? ok({ root }) : permissionDenied(absolute);
  } catch (error) {
    // A folder above it cannot be entered, so whether it exists is unknown.
    return errnoOf(error) === "EACCES"
      ? permissionDenied(absolute)
      : notADirectory("path_not_found", absolute);
  }
}

/**
 * The nearest folder, from `start` upward, that contains `marker`. `start` itself counts, need not exist and can be a
 * file. `kind` restricts the marker: a file called `.specman` does not mark a workspace.
 *
 * @example const repository = await findUp(process.cwd(), ".git")
 */
export async function findUp(
  start: string,
  marker: string,
  kind: "any" | "directory" | "file" = "any",
): Promise<string | undefined> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (await contains(folder, marker, kind)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

async function contains(
  folder: string,
  marker: string,
  kind: "any" | "directory" | "file",
): Promise<boolean> {
  try {
    const stats = await stat(join(folder, marker));
    return kind === "any" || (kind === "directory" ? stats.isDirectory() : stats.isFile());
  } catch {
    return false;
  }
}

async function isReadable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

function permissionDenied(path: string): Result<never> {
  const message = `Cannot read ${printable(path)}: permission denied.`;
  const remedy = "Ask its owner for read and execute permission, or name another folder.";
  return fail(fault("unreadable_file", message, remedy, { path }));
}

function notADirectory(code: "path_not_found" | "not_a_directory", path: string): Result<never> {
  const message = `Path does not exist or is not a directory: ${printable(path)}`;
  return fail(fault(code, message, "Name an existing directory.", { path }));
}
