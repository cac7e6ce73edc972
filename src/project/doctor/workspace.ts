import { findLinkedChanges } from "../../changes/library.ts";
import { CodeIndex } from "../../code/index/fresh.ts";
import { analysisVersion, indexFolder } from "../../code/index/home.ts";
import { count } from "../../kernel/text.ts";
import { findLayouts } from "../../specs/layouts.ts";
import { findSpecs } from "../../specs/library.ts";
import { diskUsage } from "../../workspace/files/disk-usage.ts";
import { unwritableReason } from "../../workspace/files/writable.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { enclosingProject } from "../../workspace/paths/enclosing-project.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { stateRoot } from "../../workspace/state/folder.ts";
import type { DoctorFinding } from "./finding.ts";
import { setAsideFindings } from "./set-aside.ts";

export interface IndexState {
  readonly built: boolean;
  readonly files?: number;
  /** Files that changed since; the next search reads them. */
  readonly changed?: number;
  /** Made by another version of the parsers, so that the next run makes it anew. */
  readonly outdated?: boolean;
  readonly bytes?: number;
  readonly hint: string;
}

export async function indexState(workspace: Workspace, signal: AbortSignal): Promise<IndexState> {
  const index = new CodeIndex(workspace);
  const stored = index.stored();
  const hint = "hewto index";
  if (stored === undefined) return { built: false, hint };
  const pending = await index.pending(signal);
  return {
    built: true,
    files: stored.files.size,
    ...(pending.ok ? { changed: pending.value.changed } : {}),
    outdated: stored.manifest.analysis !== analysisVersion(),
    bytes: await diskUsage(indexFolder(workspace)),
    hint,
  };
}

export async function workspaceFindings(workspace: Workspace, index: IndexState): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  const tell = (severity: DoctorFinding["severity"], message: string, remedy: string) =>
    findings.push({ area: "workspace", severity, message, remedy });
  const why = await unwritableReason(stateRoot(workspace));
  if (why !== undefined)
    tell(
      "error",
      `${stateRoot(workspace)} cannot be used: ${why}.`,
      "Nothing can be indexed or locked until it can.",
    );
  findings.push(...(await setAsideFindings(workspace)));
  const { repository } = await gitStatus(workspace);
  if (!repository) tell("note", "This is no git repository.", "git init, for branches, worktrees and undo.");
  const above = enclosingProject(workspace);
  if (above !== undefined)
    tell("note", `This folder is a part of ${above}.`, "Go there, or give it with --workspace.");
  if (!index.built) tell("note", "The code was never indexed, so it cannot be searched.", "hewto index");
  else if (index.outdated) tell("note", "The index was made by another version of Hewto.", "hewto index");
  const layouts = await findLayouts(workspace);
  for (const { path, line, message } of layouts.flatMap(({ problems }) => problems))
    tell("error", `${path}:${line}: ${message}`, "Mend the file; `hewto check` says the same.");
  for (const { obstacle } of await findSpecs(workspace, layouts))
    if (obstacle) tell("warning", obstacle.message, obstacle.remedy);
  for (const path of await findLinkedChanges(workspace, layouts))
    tell(
      "warning",
      `\`${path}\` is a link and no change.`,
      "Put the folder itself there: archiving moves it.",
    );
  return findings;
}

export function indexText({ built, files = 0, changed = 0, outdated, bytes = 0, hint }: IndexState): string {
  if (!built) return `not built: ${hint}`;
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  const state = outdated
    ? "made by another version"
    : changed === 0
      ? "up to date"
      : `${count(changed, "file")} changed since`;
  return `${count(files, "file")}, ${size}, ${state}`;
}
