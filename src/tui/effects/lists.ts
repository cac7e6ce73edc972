import { resolve } from "node:path";
import type * as z from "zod";
import { listArtifacts } from "../../artifacts/operations/listing.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { check } from "../../project/check/check.ts";
import { projectStatus } from "../../project/status/status.ts";
import type { WorkItem } from "../../project/work/item.ts";
import { listWork } from "../../project/work/operations/list-work.ts";
import { workHistory } from "../../project/work/operations/work-history.ts";
import { listOperation as listSkills } from "../../skills/operations/list.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { listFeatures } from "../../workflow/operations/features.ts";
import { listTrees } from "../../workflow/operations/worktree.ts";
import { type Phase, steps } from "../../workflow/phase.ts";
import type { ProjectFacts, TreeRow } from "../state/model.ts";
import type { Row } from "../state/rows.ts";
import { call } from "./call.ts";

const maxRows = 1000;
const noTasks = { completed: 0, total: 0 };
const plain = { directory: "", phase: undefined, tasks: noTasks, marks: [] } as const;

/**
 * Specs and work of every format: what is in flight first, the last written first. Without `review` it is unknown
 * which changes are valid.
 */
export async function projectRows(runtime: Runtime, review: boolean): Promise<Result<Row[]>> {
  const work = await call(runtime, listWork, { sort: "recent", limit: maxRows, review });
  if (!work.ok) return work;
  const items = work.value.work;
  if (!items.some(({ kind }) => kind === "feature")) {
    // An unreadable folder is an error, not an empty list.
    const features = await call(runtime, listFeatures, {});
    if (!features.ok) return features;
  }
  const specs = await call(runtime, listSpecs, {});
  if (!specs.ok) return specs;
  const rows = items.map((item) => workRow(runtime.workspace.root, item));
  return ok([
    ...rows.filter(({ section }) => section === inFlight),
    ...specs.value.specs.map(specRow),
    ...(await artifactRows(runtime)),
    ...rows.filter(({ section }) => section === finished),
  ]);
}

const inFlight = "Work in flight";
const finished = "Finished";

function workRow(root: string, item: WorkItem): Row {
  const { id, kind, label, title, state, progress, path, next_step } = item;
  // A finished feature stays where it is as a record; a finished change waits for its archive.
  const isRecord = kind === "feature" && state === "done";
  return {
    key: workKey(kind, path),
    kind,
    section: isRecord ? finished : inFlight,
    label,
    name: id,
    title,
    locator: path,
    directory: resolve(root, path),
    phase: kind === "scratch_pad" ? undefined : phaseOf(next_step, item),
    tasks: progress,
    marks: marksOf(item),
  };
}

export function workKey(kind: string, path: string): string {
  return `${kind} ${path}`;
}

function phaseOf(next: string | undefined, { state }: WorkItem): Phase {
  return steps.find((step) => step === next) ?? (state === "done" ? "done" : "specify");
}

function marksOf({ valid, blocked_by }: WorkItem): string[] {
  const [first, ...others] = blocked_by;
  const blocked =
    first === undefined ? [] : [`blocked by ${first}${others.length > 0 ? ` +${others.length}` : ""}`];
  return [...(valid === false ? ["invalid"] : []), ...blocked];
}

type ListedSpec = z.output<typeof listSpecs.output>["specs"][number];

function specRow({ id, title, purpose, problems = [] }: ListedSpec): Row {
  return {
    ...plain,
    key: `spec ${id}`,
    kind: "spec",
    section: "Specs",
    label: "capability",
    name: id,
    title: oneLine(purpose || title),
    locator: id,
    marks: problems.length === 0 ? [] : [count(problems.length, "problem")],
  };
}

/** The specifications and implementations of SpecMan; none where there is no SpecMan workspace. */
async function artifactRows(runtime: Runtime): Promise<Row[]> {
  const answer = await call(runtime, listArtifacts, {});
  const artifacts = answer.ok ? answer.value.artifacts : [];
  return artifacts.flatMap(({ handle, kind, name, title = "", version = "", problems = [] }): Row[] => {
    if (kind === "scratch_pad") return [];
    const section = kind === "specification" ? "Specs" : "Implementations";
    const marks = problems.length === 0 ? [] : [count(problems.length, "problem")];
    const text = oneLine(`${title} ${version}`);
    return [
      {
        ...plain,
        key: handle,
        kind,
        section,
        label: `SpecMan ${kind}`,
        name,
        title: text,
        locator: handle,
        marks,
      },
    ];
  });
}

/** The skills of every agent. */
export async function skillRows(runtime: Runtime): Promise<Result<Row[]>> {
  const answer = await call(runtime, listSkills, { all: true });
  if (!answer.ok) return answer;
  return ok(
    answer.value.skills.map(({ id, description, provider, location, path, disabled, problems }): Row => {
      const marks = [
        ...(disabled ? ["disabled"] : []),
        ...(problems.length > 0 ? [count(problems.length, "problem")] : []),
      ];
      const place = { key: `skill ${path}`, section: provider, label: `${location} skill`, locator: path };
      return { ...plain, ...place, kind: "skill", name: id, title: oneLine(description), marks };
    }),
  );
}

const severities = { error: "Errors", warning: "Warnings" } as const;

/** What `hewto check` finds, errors first. */
export async function findingRows(runtime: Runtime): Promise<Result<Row[]>> {
  const answer = await call(runtime, check, {});
  if (!answer.ok) return answer;
  const sorted = [...answer.value.findings].sort(
    (a, b) => Number(b.severity === "error") - Number(a.severity === "error"),
  );
  return ok(
    sorted.slice(0, maxRows).map(({ severity, rule, file, line, message }, index): Row => {
      const place = { key: `finding ${index} ${file}:${line} ${rule}`, locator: file, line };
      const section = severities[severity];
      return {
        ...plain,
        ...place,
        kind: "finding",
        section,
        label: rule,
        name: `${file}:${line}`,
        title: `${message} (${rule})`,
      };
    }),
  );
}

/** The archived changes, the last one first. */
export async function archiveRows(runtime: Runtime): Promise<Result<Row[]>> {
  const answer = await call(runtime, workHistory, { limit: maxRows });
  if (!answer.ok) return answer;
  return ok(
    answer.value.changes.map(({ id, title, path = "", archived_on = "", task_progress: tasks }): Row => {
      const place = { key: `archived ${path}`, section: "Archived", label: "change", locator: path };
      return {
        ...plain,
        ...place,
        kind: "archived",
        name: id,
        title: oneLine(`${archived_on} ${title}`),
        tasks,
      };
    }),
  );
}

export async function projectFacts(runtime: Runtime): Promise<Result<ProjectFacts>> {
  const answer = await call(runtime, projectStatus, {});
  if (!answer.ok) return answer;
  const { formats, errors, warnings, has } = answer.value;
  return ok({ formats, errors, warnings, skills: has.skills });
}

export async function treeRows(runtime: Runtime): Promise<Result<TreeRow[]>> {
  const answer = await call(runtime, listTrees, {});
  if (!answer.ok) return answer;
  return ok(
    answer.value.worktrees.map(({ path, branch, main, detached, locked, prunable, status }) => {
      return { path, branch, main, detached, locked, prunable, status };
    }),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
