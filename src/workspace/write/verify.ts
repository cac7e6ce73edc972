import { dirname, join, relative, sep } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { sha256 } from "../../kernel/hash.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { isWithin } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { inFolders } from "./anchor.ts";
import { type Disk, ifExists } from "./disk.ts";
import { SwappedFolder } from "./errors.ts";
import { writeConflict } from "./faults.ts";
import { fingerprint } from "./journal/plan.ts";
import type { Edit, LocatedEdit } from "./plan.ts";

/** An edit that was compared with the disk under its locks and has an effect. */
export type VerifiedEdit =
  | {
      readonly kind: "write";
      readonly edit: Edit;
      readonly target: string;
      readonly content: Uint8Array;
      /** The current bytes; null when there is no file. */
      readonly before: Uint8Array | null;
    }
  | { readonly kind: "remove"; readonly edit: Edit; readonly target: string; readonly before: string }
  | { readonly kind: "move"; readonly edit: Edit; readonly source: string; readonly target: string };

/** Checks the expectation of an edit; undefined when it would change nothing. */
export function verifyEdit(
  workspace: Workspace,
  located: LocatedEdit,
  disk: Disk,
): Promise<Result<VerifiedEdit | undefined>> {
  const paths = "source" in located ? [located.source, located.target] : [located.target];
  return inFolders(paths, disk, (disk) => verifyExpectation(workspace, located, disk));
}

async function verifyExpectation(
  workspace: Workspace,
  located: LocatedEdit,
  disk: Disk,
): Promise<Result<VerifiedEdit | undefined>> {
  if ("source" in located) return verifyMove(located, disk);
  const { edit, target } = located;
  if (edit.kind === "remove-folder") return verifyRemoval(edit, target, disk);
  const current = await readTarget(workspace, edit.path, target, disk);
  if (!current.ok) return current;
  const before = current.value;
  const conflict = conflictOf(edit, before);
  if (conflict !== undefined) return conflict;
  if (edit.kind === "delete") {
    if (before === null) return ok(undefined);
    return ok(await removalOf(edit, target, disk));
  }
  const content = typeof edit.content === "string" ? new TextEncoder().encode(edit.content) : edit.content;
  const isSame = before !== null && Buffer.compare(before, content) === 0;
  return ok(isSame ? undefined : { kind: "write", edit, target, content, before });
}

/** The missing folders above a path, outermost first, relative to the root. */
export async function missingFolders(root: string, target: string, disk: Disk): Promise<Result<string[]>> {
  const missing: string[] = [];
  for (let folder = dirname(target); folder !== root && isWithin(root, folder); folder = dirname(folder)) {
    const entry = await ifExists(disk.lstat(folder));
    if (entry?.isDirectory()) break;
    const path = relative(root, folder).split(sep).join("/");
    if (entry !== undefined) return notAFolder(path);
    missing.unshift(path);
  }
  return ok(missing);
}

type FileEdit = Extract<Edit, { kind: "write" | "delete" }>;

function conflictOf(edit: FileEdit, now: Uint8Array | null): Failure | undefined {
  if (edit.expect === "any") return undefined;
  if (edit.expect === "absent") {
    return now === null ? undefined : writeConflict(edit.path, "already exists", now);
  }
  if (now === null) return writeConflict(edit.path, "no longer exists");
  return sha256(now) === edit.expect ? undefined : writeConflict(edit.path, "changed since it was read", now);
}

async function readTarget(
  workspace: Workspace,
  path: string,
  target: string,
  disk: Disk,
): Promise<Result<Uint8Array | null>> {
  const entry = await ifExists(disk.lstat(target));
  if (entry === undefined) return ok(null);
  if (entry.isFile()) return ok(await disk.readFile(target));
  // Only a deletion meets a link here. Its content is that of the target, if the target is inside.
  const real = entry.isSymbolicLink() ? await ifExists(disk.realpath(target)) : undefined;
  if (real === undefined) return entry.isSymbolicLink() ? ok(new Uint8Array()) : notAFile(path);
  if (!isWithin(workspace.root, real)) throw new SwappedFolder(join(target));
  return inFolders([real], disk, async (disk) =>
    (await disk.lstat(real)).isFile() ? ok(await disk.readFile(real)) : notAFile(path),
  );
}

async function verifyMove(
  located: Extract<LocatedEdit, { source: string }>,
  disk: Disk,
): Promise<Result<VerifiedEdit>> {
  const { edit, source, target } = located;
  if ((await ifExists(disk.lstat(source))) === undefined) {
    return writeConflict(edit.from, "no longer exists");
  }
  const existing = await ifExists(disk.lstat(target));
  if (existing === undefined) return ok({ kind: "move", edit, source, target });
  return writeConflict(
    edit.to,
    "already exists",
    existing.isFile() ? await disk.readFile(target) : undefined,
  );
}

async function verifyRemoval(
  edit: Extract<Edit, { kind: "remove-folder" }>,
  target: string,
  disk: Disk,
): Promise<Result<VerifiedEdit | undefined>> {
  const entry = await ifExists(disk.lstat(target));
  if (entry === undefined) return ok(undefined);
  if (!entry.isDirectory()) return notAFolder(edit.path);
  return ok(await removalOf(edit, target, disk));
}

/** Undefined when another process has removed it already. */
async function removalOf(edit: Edit, target: string, disk: Disk): Promise<VerifiedEdit | undefined> {
  const before = await fingerprint(target, disk);
  return before === undefined ? undefined : { kind: "remove", edit, target, before };
}

function notAFile(path: string): Failure {
  return fail(
    fault("not_a_file", `\`${path}\` is not a regular file.`, "Name a file.", { path, subject: { path } }),
  );
}

function notAFolder(path: string): Failure {
  const message = `\`${path}\` is not a folder.`;
  return fail(fault("not_a_directory", message, "Name a folder.", { path, subject: { path } }));
}
