import { ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { listFolder, readText, statPath, type TextFile } from "../../workspace/files/files.ts";
import { insideWorkspace, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Edit } from "../../workspace/write/plan.ts";
import { type HostSpec, userFileOf } from "../host-table.ts";
import type { Scope } from "../install.ts";
import type { CommandPlace } from "./place.ts";
import { authorOf, renderCommand } from "./render.ts";
import { agentCommands } from "./texts.ts";

export interface CommandFile {
  /** The command's name. */
  readonly command: string;
  /** Absolute. */
  readonly file: string;
  readonly action: "created" | "updated" | "removed" | "unchanged" | "kept";
  /** Why a file is kept as it is. */
  readonly reason?: string | undefined;
}

/** `add` writes every command, `update` only where some are installed, `remove` deletes what Hewto wrote. */
export type CommandTask = "add" | "update" | "remove";

/** The pattern of a host's command files for a scope, with `NAME`; undefined if the host has none there. */
export function commandPattern(
  { commands }: HostSpec,
  scope: Scope,
  platform: NodeJS.Platform,
): string | undefined {
  if (commands === undefined) return undefined;
  return scope === "project" ? commands.projectFile : userFileOf(commands, platform);
}

/** Writes, updates or removes the command files of a host in one step. A file that somebody edited is kept. */
export async function changeCommands(
  base: Workspace,
  { title, commands }: HostSpec,
  pattern: string,
  { task, dryRun }: { readonly task: CommandTask; readonly dryRun: boolean },
): Promise<Result<CommandFile[]>> {
  if (commands === undefined) return ok([]);
  const drafts: Draft[] = [];
  for (const { name } of agentCommands) {
    const draft = await draftOf(base, pattern, name, commands);
    if (!draft.ok) return draft;
    drafts.push(draft.value);
  }
  if (task === "update" && !drafts.some(isOurs)) return ok([]);
  const steps = drafts.map((draft) => (task === "remove" ? removal(draft) : writing(draft)));
  const edits = steps.flatMap(({ edit }) => edit ?? []);
  if (!dryRun && edits.length > 0) {
    const written = await commit(base, { label: `${task} the commands of ${title}`, edits });
    if (!written.ok) return written;
    if (task === "remove") await removeEmptyFolders(base, edits);
  }
  const files = steps.map(({ outcome }) => ({ ...outcome, file: `${base.root}/${outcome.file}` }));
  return ok(task === "remove" ? files.filter(({ action }) => action !== "unchanged") : files);
}

interface Draft {
  readonly name: string;
  readonly path: WorkspacePath;
  readonly current: TextFile | undefined;
  readonly text: string;
}

interface Step {
  readonly edit?: Edit;
  readonly outcome: CommandFile;
}

async function draftOf(
  base: Workspace,
  pattern: string,
  name: string,
  { format }: CommandPlace,
): Promise<Result<Draft>> {
  const path = await insideWorkspace(base, pattern.replace("NAME", name));
  if (!path.ok) return path;
  const stat = await statPath(base, path.value);
  if (!stat.ok) return stat;
  const current = stat.value === undefined ? ok(undefined) : await readText(base, path.value);
  if (!current.ok) return current;
  const command = agentCommands.find((candidate) => candidate.name === name);
  const text = command === undefined ? "" : renderCommand(command, format, version);
  return ok({ name, path: path.value, current: current.value, text });
}

function isOurs({ current }: Draft): boolean {
  return current !== undefined && authorOf(current.text).by !== "other";
}

function writing({ name, path, current, text }: Draft): Step {
  const outcome = { command: name, file: path };
  const edit = { kind: "write", path, content: text, expect: current?.sha256 ?? "absent" } as const;
  if (current === undefined) return { edit, outcome: { ...outcome, action: "created" } };
  if (current.text === text) return { outcome: { ...outcome, action: "unchanged" } };
  const reason = whyKept(current);
  if (reason !== undefined) return { outcome: { ...outcome, action: "kept", reason } };
  return { edit, outcome: { ...outcome, action: "updated" } };
}

function removal({ name, path, current }: Draft): Step {
  const outcome = { command: name, file: path };
  if (current === undefined) return { outcome: { ...outcome, action: "unchanged" } };
  const reason = whyKept(current);
  if (reason !== undefined) return { outcome: { ...outcome, action: "kept", reason } };
  const edit = { kind: "delete", path, expect: current.sha256 } as const;
  return { edit, outcome: { ...outcome, action: "removed" } };
}

function whyKept({ text }: TextFile): string | undefined {
  const author = authorOf(text);
  if (author.by === "other") return "Hewto did not write it";
  return author.by === "edited" ? "it was edited" : undefined;
}

/** The folders that only held removed files. The first folder below the base belongs to the host and stays. */
async function removeEmptyFolders(base: Workspace, edits: readonly Edit[]): Promise<void> {
  const paths = edits.flatMap((edit) => (edit.kind === "delete" ? [edit.path] : []));
  let folders = new Set(paths.map(parentPath));
  while (folders.size > 0) {
    const above = new Set<WorkspacePath>();
    for (const folder of folders) {
      if (!folder.includes("/")) continue;
      const entries = await listFolder(base, folder);
      if (!entries.ok || entries.value.length > 0) continue;
      const edit = { kind: "remove-folder", path: folder } as const;
      const removed = await commit(base, { label: "remove an empty folder", edits: [edit] });
      if (removed.ok) above.add(parentPath(folder));
    }
    folders = above;
  }
}
