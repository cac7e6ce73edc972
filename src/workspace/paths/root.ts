import { access, constants, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { errnoOf } from "./errno.ts";

/** A folder that may be read and written. Everything below is addressed by `WorkspacePath`. */
export interface Workspace {
  /** The real absolute path: no symbolic link is left in it. */
  readonly root: string;
  /** An absolute folder for our bookkeeping where none may be made in the root; see `stateDirectory`. */
  readonly state?: string;
}

/**
 * Opens an existing directory; a relative one is taken from the current directory.
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
    // A folder on the way that may not be entered: nobody can say whether it is there.
    return errnoOf(error) === "EACCES"
      ? permissionDenied(absolute)
      : notADirectory("path_not_found", absolute);
  }
}

/**
 * The nearest folder, from `start` upward, that holds `marker`; `start` itself counts, need not exist and
 * may be a file. `kind` narrows what the marker may be: a file called `.specman` marks no workspace.
 *
 * @example const repository = await findUp(process.cwd(), ".git")
 */
export async function findUp(
  start: string,
  marker: string,
  kind: "any" | "directory" | "file" = "any",
): Promise<string | undefined> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (await holds(folder, marker, kind)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

async function holds(folder: string, marker: string, kind: "any" | "directory" | "file"): Promise<boolean> {
  try {
    const found = await stat(join(folder, marker));
    return kind === "any" || (kind === "directory" ? found.isDirectory() : found.isFile());
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
  const message = `You may not read the folder ${printable(path)}: permission denied.`;
  const remedy = "Ask its owner for the right to read and enter it, or name another folder.";
  return fail(fault("unreadable_file", message, remedy, { path }));
}

function notADirectory(code: "path_not_found" | "not_a_directory", path: string): Result<never> {
  const shown = printable(path);
  return fail(
    fault(code, `Path does not exist or is not a directory: ${shown}`, "Name an existing directory.", {
      path,
    }),
  );
}
