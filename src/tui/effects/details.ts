import { dirname, relative } from "node:path";
import { describeArtifact } from "../../artifacts/operations/listing.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { showWork } from "../../project/work/operations/show-work.ts";
import { showSpec } from "../../specs/operations/show-spec.ts";
import { openFeature } from "../../workflow/feature.ts";
import { steps } from "../../workflow/phase.ts";
import { listStateFiles } from "../../workspace/state/files.ts";
import { stateRoot } from "../../workspace/state/folder.ts";
import type { FileLocation } from "../state/model.ts";
import type { Row, WorkKind } from "../state/rows.ts";
import { firstTab, logsTab, type Tab, type TextView, workTabs } from "../state/tabs.ts";
import { call } from "./call.ts";

const maxFiles = 500;

/** The tabs of a row: one for each thing that it has. */
export function loadTabs(runtime: Runtime, row: Row): Promise<Result<Tab[]>> {
  switch (row.kind) {
    case "change":
    case "feature":
    case "scratch_pad":
      return tabsOfWork(runtime, row, row.kind);
    case "spec":
      return tabsOfSpec(runtime, row);
    case "specification":
    case "implementation":
      return tabsOfArtifact(runtime, row);
    default:
      return Promise.resolve(ok(otherTabs(runtime, row)));
  }
}

async function tabsOfWork(runtime: Runtime, row: Row, kind: WorkKind): Promise<Result<Tab[]>> {
  const answer = await call(runtime, showWork, { id: row.locator, limit: maxFiles });
  if (!answer.ok) return answer;
  const { files } = answer.value;
  // Notes, such as how many tasks are done, do not make a tab.
  const findings = answer.value.findings.filter(({ severity }) => severity !== "note");
  // The folder can be in another worktree.
  const folder = await openFeature(runtime.workspace, row.directory);
  const place = folder.ok
    ? { root: folder.value.workspace.root, path: folder.value.path }
    : { root: runtime.workspace.root, path: row.locator };
  const tabs = workTabs(kind, place, files);
  // The documents of an invalid feature cannot be read; its findings say why.
  const canBegin = kind === "change" || (kind === "feature" && !row.marks.includes("invalid"));
  const hasDeltas = tabs.some(({ id }) => id === "deltas");
  return ok([
    ...(tabs.length === 0 && canBegin ? [firstTab(kind === "change" ? kind : "feature")] : tabs),
    ...(kind === "change" && hasDeltas ? [textTab("redline", "Redline")] : []),
    ...(kind === "scratch_pad" ? [textTab("tree", "Tree")] : []),
    ...(findings.length > 0 ? [textTab("findings", `Findings (${findings.length})`)] : []),
    ...(logNames(runtime, row.name).length > 0 ? [logsTab] : []),
  ]);
}

async function tabsOfSpec(runtime: Runtime, row: Row): Promise<Result<Tab[]>> {
  const answer = await call(runtime, showSpec, { spec_id: row.name });
  if (!answer.ok) return answer;
  const spec = fileTab("spec", "Spec", { root: runtime.workspace.root, path: answer.value.path });
  return ok([spec, ...(row.marks.length > 0 ? [textTab("findings", "Findings")] : [])]);
}

async function tabsOfArtifact(runtime: Runtime, row: Row): Promise<Result<Tab[]>> {
  const answer = await call(runtime, describeArtifact, { locator: row.locator });
  if (!answer.ok) return answer;
  const { path, constraints } = answer.value.artifact;
  const title = row.kind === "specification" ? "Spec" : "Implementation";
  return ok([
    fileTab("spec", title, { root: runtime.workspace.root, path }),
    ...(constraints.length > 0 ? [textTab("constraints", `Constraints (${constraints.length})`)] : []),
    ...(row.kind === "implementation" ? [textTab("compliance", "Compliance")] : []),
    textTab("tree", "Tree"),
  ]);
}

function otherTabs({ workspace: { root } }: Runtime, row: Row): Tab[] {
  if (row.kind === "skill") return [textTab("skill", "Skill")];
  if (row.kind === "archived") return [textTab("overview", "Change")];
  // Findings can be in files of the user, such as skills in the home folder.
  const isAbsolute = row.locator.startsWith("/");
  const file = isAbsolute
    ? { root: dirname(row.locator), path: relative(dirname(row.locator), row.locator) }
    : { root, path: row.locator };
  return [fileTab("file", "File", file, row.line)];
}

function fileTab(id: string, title: string, file: FileLocation, at?: number): Tab {
  return { id, title, content: { kind: "file", file, tasks: false, at } };
}

function textTab(view: TextView, title: string): Tab {
  return { id: view, title, content: { kind: "text", view } };
}

/** The logs of one change or feature, newest first: their names end with time and process. */
export function logNames({ workspace }: Runtime, name: string): string[] {
  // Compare whole names: the logs of `001-a-b` do not belong to `001-a`.
  const suffix = new RegExp(`^-(${steps.join("|")})-\\d{8}T`);
  const stamp = (file: string) => /(\d{8}T\d{6}.*)\.log$/.exec(file)?.[1] ?? "";
  return listStateFiles(`${stateRoot(workspace)}/logs`)
    .filter((file) => file.startsWith(name) && suffix.test(file.slice(name.length)))
    .sort((a, b) => (stamp(a) < stamp(b) ? 1 : -1));
}
