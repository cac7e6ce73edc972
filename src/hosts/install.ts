import { fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { printableLine } from "../kernel/text.ts";
import { exists, readText, statPath } from "../workspace/files/files.ts";
import { isReadOnly } from "../workspace/files/mode.ts";
import { insideWorkspace, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { commit } from "../workspace/write/commit.ts";
import { type HostSpec, hostTable, type Launch, userFileOf } from "./host-table.ts";
import { mergeConfig } from "./merge.ts";

export type Scope = "project" | "user";

export interface InstallRequest {
  readonly host: HostSpec;
  /** The server's name in the host's configuration; hosts prefix tool names with it. */
  readonly name: string;
  /** Undefined to remove the entry. */
  readonly launch: Launch | undefined;
  readonly dryRun: boolean;
}

export interface InstallOutcome {
  readonly host: string;
  /** Absolute. */
  readonly file: string;
  readonly action: "created" | "updated" | "removed" | "unchanged";
  readonly backup?: string | undefined;
  /** The previous content of the file; `""` if it did not exist. */
  readonly before: string;
  /** The new content of the file. */
  readonly text: string;
}

/** The hosts with these ids; an unknown id is refused with a suggestion. */
export function findHosts(ids: readonly string[]): Result<HostSpec[]> {
  const hosts: HostSpec[] = [];
  for (const id of ids) {
    const host = hostTable.find((candidate) => candidate.id === id);
    if (!host) return unknownHost(id);
    hosts.push(host);
  }
  return ok(hosts);
}

function unknownHost(id: string): Result<never> {
  const ids = hostTable.map((host) => host.id);
  const remedy = `${didYouMean(id, ids)} Hosts: ${ids.join(", ")}.`.trim();
  return fail(fault("invalid_argument", `Unknown host \`${id}\`.`, remedy, { subject: { host: id } }));
}

/** The configuration file of a host, relative to its base (the project or the home directory). */
export function configFile(host: HostSpec, scope: Scope, platform: NodeJS.Platform): Result<string> {
  const file = scope === "project" ? host.projectFile : userFileOf(host, platform);
  if (file !== undefined) return ok(file);
  const other = scope === "project" ? "user" : "project";
  return fail(
    fault(
      "invalid_argument",
      `${host.title} has no configuration file for the ${scope}.`,
      `Use --scope ${other}.`,
    ),
  );
}

/** Whether the host seems to be installed: its configuration folder exists. */
export async function isPresent(
  base: Workspace,
  host: HostSpec,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const file = userFileOf(host, platform);
  const folder = file?.includes("/") ? file.slice(0, file.lastIndexOf("/")) : file;
  if (folder === undefined) return false;
  const path = await insideWorkspace(base, folder);
  if (!path.ok) return false;
  const stat = await statPath(base, path.value);
  return stat.ok && stat.value !== undefined;
}

/** Merges an entry for Hewto into the host's file; keeps the old file next to it as a backup. */
export async function installInto(
  base: Workspace,
  file: string,
  request: InstallRequest,
): Promise<Result<InstallOutcome>> {
  const { host, name, launch } = request;
  if (!/^[A-Za-z0-9][\w-]{0,63}$/.test(name)) return badName(name);
  const path = await insideWorkspace(base, await presentName(base, file, host));
  if (!path.ok) return path.fault.code === "path_escape" ? linkOutside(base, file) : path;
  const current = await currentText(base, path.value);
  if (!current.ok) return current;
  const { sha256, text: before = "" } = current.value ?? {};
  const entry = launch && host.entry(launch);
  const merged = mergeConfig(host.format, before, { table: host.table, name, entry });
  const absolute = `${base.root}/${path.value}`;
  if (!merged.ok) {
    const remedy = `Fix ${absolute} by hand first; Hewto changed nothing.`;
    return fail({ ...merged.fault, remedy, path: path.value });
  }
  const text = merged.value;
  const outcome = { host: host.id, file: absolute, before, text };
  if (text === before) return ok({ ...outcome, action: "unchanged" });
  const action = launch === undefined ? "removed" : current.value ? "updated" : "created";
  if (current.value && isReadOnly(base, path.value)) return readOnly(outcome.file);
  if (request.dryRun) return ok({ ...outcome, action });
  const backup = current.value && (await keepBackup(base, path.value, before));
  if (backup && !backup.ok) return backup;
  const edits = [{ kind: "write", path: path.value, content: text, expect: sha256 ?? "absent" }] as const;
  const written = await commit(base, { label: `install into ${host.title}`, edits });
  if (!written.ok) return written;
  return ok({ ...outcome, action, backup: backup && `${base.root}/${backup.value}` });
}

/** Hosts build tool names from it, and models accept only letters, digits, `_` and `-` in those. */
function badName(name: string): Result<never> {
  const message = `\`${printableLine(name.slice(0, 100))}\` is not a valid server name.`;
  const remedy = "Use up to 64 letters, digits, hyphens and underscores; start with a letter or digit.";
  return fail(fault("invalid_argument", message, remedy, { subject: { argument: "name" } }));
}

/** Replacing a file works without write permission on it, so a read-only file needs this check. */
function readOnly(file: string): Result<never> {
  const message = `${file} is read-only.`;
  return fail(
    fault("write_failed", message, "Make it writable first; Hewto changed nothing.", { path: file }),
  );
}

/** A link could make Hewto replace a file in a folder that it was not asked to write to. */
function linkOutside({ root }: Workspace, file: string): Result<never> {
  const message = `${root}/${file} is reached through a link to outside ${root}, where Hewto does not write.`;
  const remedy = "Add the entry by hand; `hewto install cursor --dry-run` shows what one looks like.";
  return fail(fault("path_escape", message, remedy, { path: file }));
}

/** The name that the file already has: with an `opencode.json`, Hewto must not create an `opencode.jsonc`. */
export async function presentName(
  base: Workspace,
  file: string,
  { otherExtensions = [], projectFile, projectFileFirst }: HostSpec,
): Promise<string> {
  const stem = file.replace(/\.[a-z]+$/, "");
  const first = file === projectFile && projectFileFirst !== undefined ? [projectFileFirst] : [];
  const names = [...first, file, ...otherExtensions.map((extension) => stem + extension)];
  for (const name of names) {
    const path = await insideWorkspace(base, name);
    if (path.ok && (await exists(base, path.value))) return name;
  }
  return file;
}

async function currentText(base: Workspace, path: WorkspacePath) {
  const stat = await statPath(base, path);
  if (!stat.ok) return stat;
  return stat.value === undefined ? ok(undefined) : readText(base, path);
}

async function keepBackup(base: Workspace, path: WorkspacePath, text: string): Promise<Result<string>> {
  const backup = await insideWorkspace(base, `${path}.hewto-backup`);
  if (!backup.ok) return backup;
  const edits = [{ kind: "write", path: backup.value, content: text, expect: "any" }] as const;
  const written = await commit(base, { label: "back up", edits });
  return written.ok ? ok(backup.value) : written;
}
