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
import { type DoctorFinding, remedyOf } from "./finding.ts";
import { leftoverFindings } from "./leftovers.ts";

export interface IndexState {
  readonly built: boolean;
  readonly files?: number;
  /** Files that changed since; the next search reads them. */
  readonly changed?: number | undefined;
  /** Built by another version of the parsers; the next run rebuilds it. */
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
    changed: pending.ok ? pending.value.changed : undefined,
    outdated: stored.manifest.analysis !== analysisVersion(),
    bytes: await diskUsage(indexFolder(workspace)),
    hint,
  };
}

export async function workspaceFindings(workspace: Workspace, index: IndexState): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  const report = (severity: DoctorFinding["severity"], message: string, remedy: string) =>
    findings.push({ area: "workspace", severity, message, remedy });
  const reason = await unwritableReason(stateRoot(workspace));
  if (reason !== undefined)
    report(
      "error",
      `${stateRoot(workspace)} cannot be used: ${reason}.`,
      "Make it writable: until then, nothing can be indexed or changed.",
    );
  findings.push(...(await leftoverFindings(workspace)));
  const { repository } = await gitStatus(workspace);
  if (!repository)
    report("note", "Not a git repository.", "Run `git init` for branches, worktrees and undo.");
  const above = enclosingProject(workspace);
  if (above !== undefined)
    report("note", `This folder is part of ${above}.`, "Run Hewto there, or pass --workspace.");
  if (!index.built)
    report("note", "The code is not indexed, so it cannot be searched.", "Run `hewto index`.");
  else if (index.outdated)
    report("note", "The index was built by another version of Hewto.", "Run `hewto index`.");
  const layouts = await findLayouts(workspace);
  for (const { path, line, message } of layouts.flatMap(({ problems }) => problems))
    report("error", `${path}:${line}: ${message}`, "Fix the file.");
  for (const { obstacle } of await findSpecs(workspace, layouts))
    if (obstacle) report("warning", obstacle.message, remedyOf(obstacle));
  for (const path of await findLinkedChanges(workspace, layouts))
    report(
      "warning",
      `\`${path}\` is a link, so it is not a change.`,
      "Replace it with the folder itself: archiving moves it.",
    );
  return findings;
}

export function indexText({ built, files = 0, changed = 0, outdated, bytes = 0, hint }: IndexState): string {
  if (!built) return `not built: ${hint}`;
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  const state = outdated
    ? "built by another version"
    : changed === 0
      ? "up to date"
      : `${count(changed, "file")} changed since`;
  return `${count(files, "file")}, ${size}, ${state}`;
}
