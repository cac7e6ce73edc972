import { basename, dirname, relative, sep } from "node:path";
import { getSystemErrorMap } from "node:util";
import { clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { isWithin } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { inFolders } from "./anchor.ts";
import { isTemporaryName } from "./atomic.ts";
import type { Disk } from "./disk.ts";
import { FileChanged, ForeignState, SwappedFolder } from "./errors.ts";

const maxShownChars = 20_000;

/** The file is not what the plan was made from. The fault contains the current text. */
export function writeConflict(path: string, what: string, current?: Uint8Array): Failure {
  const text = current === undefined ? null : textOf(current);
  return fail(
    fault(
      "write_conflict",
      `\`${path}\` ${what}; nothing was written.`,
      "Read it again and repeat the change on the current text.",
      {
        path,
        retryable: true,
        subject: { path },
        details: {
          path,
          current: text === null ? null : clipText(text, maxShownChars),
          size: current?.length ?? null,
        },
      },
    ),
  );
}

export function cancelled(): Failure {
  return fail(fault("cancelled", "The request was cancelled; nothing was written.", ""));
}

/** The error that stopped a plan, as a fault. `note` says what happened to the earlier changes. */
export async function writeFault(
  error: unknown,
  target: { readonly workspace: Workspace; readonly disk: Disk },
  label: string,
  note = "nothing was changed",
): Promise<Failure> {
  if (!(error instanceof FileChanged)) return errnoFault(error, label, note, target.workspace.root);
  // Through the checked folder: the target of a link must not be shown.
  const current = await inFolders([error.path], target.disk, async (disk) =>
    (await disk.lstat(error.path)).isFile() ? disk.readFile(error.path) : undefined,
  ).catch(() => undefined);
  return writeConflict(
    displayPath(error.path, target.workspace.root),
    "was changed by another process just now",
    current,
  );
}

/** A system error as a fault; any other error is a bug and is thrown again. */
export function errnoFault(error: unknown, what: string, note = "nothing was changed", root = ""): Failure {
  if (error instanceof SwappedFolder) return swappedFolder(displayPath(error.path, root));
  if (error instanceof ForeignState) return foreignState(error, note);
  const errno = errnoOf(error);
  if (errno === undefined) throw error;
  const path = displayPath(withoutTemporary(pathOf(error) ?? what), root);
  const message = `Could not write \`${path}\`: ${reasonOf(error, errno)}; ${note}.`;
  const remedy = remedies[errno] ?? "Check the disk and its file system, then try again.";
  const details = { errno, during: what };
  return fail(fault("write_failed", message, remedy, { path, subject: { path }, details, retryable: true }));
}

function swappedFolder(path: string): Failure {
  const message = `The folder of \`${path}\` is a link that leads somewhere else; nothing was written there.`;
  return fail(
    fault("path_escape", message, "Check the symbolic links in that path.", { path, subject: { path } }),
  );
}

/** The same rule as git's `safe.directory`, for the same reason. */
function foreignState({ path, owner }: ForeignState, note: string): Failure {
  const message = `${path} belongs to another user (id ${owner}), so Hewto does not use it; ${note}.`;
  const remedy = `If you trust that user, take it over with \`chown -R "$(id -u)" ${path}\`; otherwise delete it.`;
  return fail(fault("write_failed", message, remedy, { path, subject: { path, owner } }));
}

const permissions = "Check the permissions of that folder and try again.";
const openFiles = "Too many files are open; close some programs or raise the limit and try again.";

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: "Free some space on the disk and try again.",
  EDQUOT: "Free some of your disk quota and try again.",
  EACCES: permissions,
  EPERM: permissions,
  EROFS: "The file system is mounted read-only; remount it or choose another workspace.",
  EMFILE: openFiles,
  ENFILE: openFiles,
  ENAMETOOLONG: "Use a shorter name.",
};

function reasonOf(error: unknown, code: string): string {
  const errno = error instanceof Error && "errno" in error ? error.errno : undefined;
  const name = typeof errno === "number" ? getSystemErrorMap().get(errno)?.[1] : undefined;
  return name === undefined ? code : `${name} (${code})`;
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined;
}

/** For an unfinished file of ours the message names its folder, which cannot be written. */
function withoutTemporary(path: string): string {
  return isTemporaryName(basename(path)) ? dirname(path) : path;
}

function displayPath(path: string, root: string): string {
  return root !== "" && isWithin(root, path) ? relative(root, path).split(sep).join("/") : path;
}

/** UTF-8 text, or null for other bytes. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
