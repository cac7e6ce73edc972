import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { childPath, statPath } from "../../workspace/files/files.ts";
import { markExecutable } from "../../workspace/files/mode.ts";
import { absolutePath, joinPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
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
  /** Nothing may be installed that the lock does not have, to the byte. */
  readonly frozen: boolean;
  /** Installs a skill although the scanner found something dangerous in it. */
  readonly acceptFindings: boolean;
  readonly signal?: AbortSignal;
}

export type InstallStatus = "installed" | "overwritten" | "unchanged" | "skipped";

const dangerous = new Set(["hidden-unicode", "bidi-control", "pipe-to-shell", "decoded-to-shell"]);

/** How often an install begins again because another one wrote the lock file in between. */
const attempts = 10;

/**
 * Installs one prepared skill and writes it into the lock, all in one plan: after a crash both are there or
 * neither. SKILL.md is written last, so that nobody finds a skill whose files are still coming.
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
    if (done.ok || done.fault.code !== "write_conflict" || attempt === attempts) return done;
  }
}

async function attemptInstall(
  { root, folder }: Destination,
  skill: PreparedSkill,
  origin: Origin,
  options: InstallOptions,
): Promise<Result<InstallStatus>> {
  const lock = await readLock(root, folder);
  const place = joinPath(folder, skill.name);
  if (!lock.ok) return lock;
  if (!place.ok) return place;
  const entry: LockedSkill = { ...origin, path: skill.from, files: digestsOf(skill.files) };
  const held = lock.value.skills.get(skill.name);
  if (options.frozen && (!held || compareDigests(held.files, entry.files).length > 0))
    return notLocked(skill.name);
  const before = await filesAt(root, place.value);
  if (!before.ok) return before;
  const differs = compareDigests(entry.files, digestsOf(before.value ?? [])).length > 0;
  if (before.value && !differs && held) return ok("unchanged");
  if (before.value && differs && !options.force && !options.frozen) return ok("skipped");
  const status = before.value ? "overwritten" : "installed";
  if (options.dryRun) return ok(status);
  const text = formatLock(new Map([...lock.value.skills, [skill.name, entry]]));
  const edits: Edit[] = [
    ...staleFiles(place.value, before.value ?? [], skill.files),
    { kind: "write", path: childPath(folder, lockName), content: text, expect: lock.value.expect },
    ...writes(place.value, skill.files),
  ];
  const label = `install skill ${skill.name}`;
  const written = await commit(root, { label, edits }, options.signal ? { signal: options.signal } : {});
  if (!written.ok) return written;
  for (const { path, executable } of skill.files)
    if (executable) markExecutable(root, childPath(place.value, path));
  return ok(status);
}

/** Takes a skill's folder away, and its entry in the lock with it. */
export async function removeSkill(
  { root, folder }: Destination,
  place: WorkspacePath,
  name: string,
): Promise<Result<unknown>> {
  const lock = await readLock(root, folder);
  if (!lock.ok) return lock;
  const left = new Map([...lock.value.skills].filter(([held]) => held !== name));
  const update: Edit[] =
    left.size === lock.value.skills.size
      ? []
      : [
          {
            kind: "write",
            path: childPath(folder, lockName),
            content: formatLock(left),
            expect: lock.value.expect,
          },
        ];
  return commit(root, {
    label: `remove skill ${name}`,
    edits: [...update, { kind: "remove-folder", path: place }],
  });
}

function writes(place: WorkspacePath, files: readonly TreeFile[]): Edit[] {
  const isLast = (file: TreeFile) => file.path === "SKILL.md";
  const ordered = [...files.filter((file) => !isLast(file)), ...files.filter(isLast)];
  return ordered.map(({ path, content }) => ({
    kind: "write",
    path: childPath(place, path),
    content,
    expect: "any",
  }));
}

function staleFiles(place: WorkspacePath, before: readonly TreeFile[], after: readonly TreeFile[]): Edit[] {
  const kept = new Set(after.map(({ path }) => path));
  return before
    .filter(({ path }) => !kept.has(path))
    .map(({ path }) => ({ kind: "delete", path: childPath(place, path), expect: "any" }));
}

/** The files of a folder that is there; undefined when none is. */
export async function filesAt(
  root: Workspace,
  place: WorkspacePath,
): Promise<Result<TreeFile[] | undefined>> {
  const stat = await statPath(root, place);
  if (!stat.ok) return stat;
  if (stat.value === undefined) return ok(undefined);
  const folder = await openWorkspace(absolutePath(root, place));
  return folder.ok ? readTree(folder.value) : folder;
}

function notLocked(name: string): Result<never> {
  const message = `The skill \`${name}\` is not what the lock file says.`;
  const remedy = "Install without --frozen to take the new files, after a look at what changed.";
  return fail(fault("skill_lock_mismatch", message, remedy, { subject: { name } }));
}

function dangerFound(
  name: string,
  { file, line, message }: { file: string; line: number; message: string },
): Result<never> {
  const text = `The skill \`${name}\` is not installed: ${file}, line ${line}: ${message}`;
  const remedy = "Read it; --accept-findings installs it all the same.";
  return fail(fault("skill_install_refused", text, remedy, { subject: { name, file, line } }));
}
