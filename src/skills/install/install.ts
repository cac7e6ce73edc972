import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { statPath } from "../../workspace/files/files.ts";
import { markExecutable } from "../../workspace/files/mode.ts";
import { absolutePath, childPath, joinPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { commit, type Edit } from "../../workspace/write/commit.ts";
import { compareDigests, digestsOf, formatLock, type LockedSkill, lockName, readLock } from "./lock-file.ts";
import type { PreparedSkill } from "./prepare.ts";
import { readTree, type TreeFile } from "./tree.ts";

/** The folder that skills are installed in. */
export interface Destination {
  readonly root: Workspace;
  readonly folder: WorkspacePath;
}

export type Origin = Pick<LockedSkill, "source" | "ref" | "commit">;

export interface InstallOptions {
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Installs only files that match the lock, byte for byte. */
  readonly frozen: boolean;
  /** Installs a skill even if the security scan found something dangerous. */
  readonly acceptFindings: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type InstallStatus = "installed" | "overwritten" | "unchanged" | "skipped";

const dangerous = new Set(["hidden-unicode", "bidi-control", "pipe-to-shell", "decoded-to-shell"]);

/** Attempts before giving up because other installs keep writing the lock file. */
const maxAttempts = 10;

/**
 * Installs one prepared skill and adds it to the lock in one plan: after a crash, either both are there or
 * neither. SKILL.md is written last, so that no agent finds a skill whose other files are still missing.
 */
export async function installSkill(
  destination: Destination,
  skill: PreparedSkill,
  origin: Origin,
  options: InstallOptions,
): Promise<Result<InstallStatus>> {
  const danger = skill.findings.find(({ rule }) => dangerous.has(rule));
  if (danger && !options.acceptFindings) return dangerFound(skill.name, danger);
  for (let attempt = 1; ; attempt++) {
    const done = await attemptInstall(destination, skill, origin, options);
    if (done.ok || done.fault.code !== "write_conflict" || attempt === maxAttempts) return done;
  }
}

async function attemptInstall(
  { root, folder }: Destination,
  skill: PreparedSkill,
  origin: Origin,
  options: InstallOptions,
): Promise<Result<InstallStatus>> {
  const lock = await readLock(root, folder);
  const target = joinPath(folder, skill.name);
  if (!lock.ok) return lock;
  if (!target.ok) return target;
  const entry: LockedSkill = { ...origin, path: skill.from, files: digestsOf(skill.files) };
  const locked = lock.value.skills.get(skill.name);
  if (options.frozen && (!locked || compareDigests(locked.files, entry.files).length > 0))
    return notLocked(skill.name);
  const before = await filesAt(root, target.value);
  if (!before.ok) return before;
  const differs = compareDigests(entry.files, digestsOf(before.value ?? [])).length > 0;
  if (before.value && !differs && locked) return ok("unchanged");
  if (before.value && differs && !options.force && !options.frozen) return ok("skipped");
  const status = before.value ? "overwritten" : "installed";
  if (options.dryRun) return ok(status);
  const text = formatLock(new Map([...lock.value.skills, [skill.name, entry]]));
  const edits: Edit[] = [
    ...staleFiles(target.value, before.value ?? [], skill.files),
    { kind: "write", path: childPath(folder, lockName), content: text, expect: lock.value.expect },
    ...writes(target.value, skill.files),
  ];
  const label = `install skill ${skill.name}`;
  const written = await commit(root, { label, edits }, { signal: options.signal });
  if (!written.ok) return written;
  for (const { path, executable } of skill.files)
    if (executable) markExecutable(root, childPath(target.value, path));
  return ok(status);
}

/** Deletes a skill's folder and its entry in the lock. */
export async function removeSkill(
  { root, folder }: Destination,
  target: WorkspacePath,
  name: string,
): Promise<Result<unknown>> {
  const lock = await readLock(root, folder);
  if (!lock.ok) return lock;
  const edits: Edit[] = [{ kind: "remove-folder", path: target }];
  if (lock.value.skills.has(name)) {
    const content = formatLock(new Map([...lock.value.skills].filter(([each]) => each !== name)));
    edits.unshift({
      kind: "write",
      path: childPath(folder, lockName),
      content,
      expect: lock.value.expect,
    });
  }
  return commit(root, { label: `remove skill ${name}`, edits });
}

function writes(target: WorkspacePath, files: readonly TreeFile[]): Edit[] {
  const isLast = (file: TreeFile) => file.path === "SKILL.md";
  const ordered = [...files.filter((file) => !isLast(file)), ...files.filter(isLast)];
  return ordered.map(({ path, content }) => ({
    kind: "write",
    path: childPath(target, path),
    content,
    expect: "any",
  }));
}

function staleFiles(target: WorkspacePath, before: readonly TreeFile[], after: readonly TreeFile[]): Edit[] {
  const paths = new Set(after.map(({ path }) => path));
  return before
    .filter(({ path }) => !paths.has(path))
    .map(({ path }) => ({ kind: "delete", path: childPath(target, path), expect: "any" }));
}

/** The files of a folder; undefined when the folder does not exist. */
export async function filesAt(root: Workspace, path: WorkspacePath): Promise<Result<TreeFile[] | undefined>> {
  const stat = await statPath(root, path);
  if (!stat.ok) return stat;
  if (stat.value === undefined) return ok(undefined);
  const folder = await openWorkspace(absolutePath(root, path));
  return folder.ok ? readTree(folder.value) : folder;
}

function notLocked(name: string): Result<never> {
  const message = `The skill \`${name}\` does not match the lock file.`;
  const remedy = "Review the changes, then install without --frozen to accept the new files.";
  return fail(fault("skill_lock_mismatch", message, remedy, { subject: { name } }));
}

function dangerFound(
  name: string,
  { file, line, message }: { file: string; line: number; message: string },
): Result<never> {
  const text = `The skill \`${name}\` is not installed: ${file}, line ${line}: ${message}`;
  const remedy = "Review the file; pass --accept-findings to install the skill anyway.";
  return fail(fault("skill_install_refused", text, remedy, { subject: { name, file, line } }));
}
