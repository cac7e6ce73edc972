import { ok, type Result } from "../../kernel/result.ts";
import type { SpecFinding } from "../../specs/findings.ts";
import { isText } from "../../specs/library.ts";
import type { SpecProject } from "../../specs/project.ts";
import { readSpec } from "../../specs/read.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { WritePlan } from "../../workspace/write/plan.ts";
import type { Change, DeltaFile } from "../library.ts";
import type { Assessment } from "../review/assess.ts";
import { reviewChange } from "../review/review.ts";
import { repairHeadings, repairNames, repairPurpose } from "./delta-repairs.ts";
import { applyEdits } from "./line-edits.ts";
import { type DroppedScenarios, type Repair, repairDropped } from "./scenario-repairs.ts";

export interface FixedFile {
  readonly path: WorkspacePath;
  readonly before: string;
  readonly after: string;
  readonly repairs: readonly Repair[];
}

/** The mechanical repairs of a change, and what is left for a person. */
export interface FixPlan {
  readonly change: Change;
  readonly files: readonly FixedFile[];
  readonly remaining: readonly SpecFinding[];
  readonly plan: WritePlan;
}

/** A repaired heading can reveal what else is wrong; more rounds than this never help. */
const maxRounds = 4;

export async function planFix(
  project: SpecProject,
  id: string,
  choice: DroppedScenarios,
): Promise<Result<FixPlan>> {
  const drafts = new Map<WorkspacePath, string>();
  const repairs = new Map<WorkspacePath, Repair[]>();
  let reviewed = await reviewChange(project, { id });
  if (!reviewed.ok) return reviewed;
  const original = reviewed.value.change;
  for (let round = 0; round < maxRounds; round++) {
    const found = repairsOf(reviewed.value, project.vocabulary, choice);
    if (found.size === 0) break;
    for (const [file, list] of found) {
      drafts.set(
        file.path,
        applyEdits(
          file.delta.spec.document,
          list.flatMap(({ edits }) => edits),
        ),
      );
      repairs.set(file.path, [...(repairs.get(file.path) ?? []), ...list]);
    }
    reviewed = await reviewChange(project, { id, drafts });
    if (!reviewed.ok) return reviewed;
  }
  const files = original.deltas.flatMap(({ path, file }): FixedFile[] => {
    const after = drafts.get(path);
    const before = file?.text;
    if (after === undefined || before === undefined || after === before) return [];
    return [{ path, before, after, repairs: repairs.get(path) ?? [] }];
  });
  const edits = files.map(({ path, after }) => ({
    kind: "write" as const,
    path,
    content: after,
    expect: original.deltas.find((each) => each.path === path)?.file?.sha256 ?? "any",
  }));
  const remaining = reviewed.value.findings.filter(({ severity }) => severity !== "note");
  return ok({ change: original, files, remaining, plan: { label: `fix ${original.entry.id}`, edits } });
}

/** Headings first: what they hold is read differently afterwards. Then names, then what is missing. */
export function repairsOf(
  { change, outcomes, findings }: Assessment,
  vocabulary: Vocabulary,
  choice: DroppedScenarios,
): Map<DeltaFile, Repair[]> {
  const found = new Map<DeltaFile, Repair[]>();
  for (const file of change.deltas) {
    if (file.file === undefined || !isText(file.file)) continue;
    const { delta, capability } = file;
    const outcome = outcomes.find((each) => each.capability === capability);
    const before = outcome?.before?.text;
    const target = before === undefined ? undefined : readSpec(before, vocabulary);
    const isBlocked = findings.some(({ rule, file: at }) => rule === "block-unclosed" && at === file.path);
    if (isBlocked) continue;
    const stages = [
      () => repairHeadings(delta, vocabulary),
      () => repairNames(delta, target),
      () => [
        ...(target === undefined ? [] : droppedRepairs(file, target, outcome?.applied.misfits ?? [], choice)),
        ...(outcome?.applied.isNew && delta.added.length > 0
          ? repairPurpose(delta, capability, change.proposal.file?.text ?? "")
          : []),
      ],
    ];
    for (const stage of stages) {
      const repairs = stage();
      if (repairs.length === 0) continue;
      found.set(file, repairs);
      break;
    }
  }
  return found;
}

type Misfits = Assessment["outcomes"][number]["applied"]["misfits"];

function droppedRepairs(
  { delta }: DeltaFile,
  target: ReturnType<typeof readSpec>,
  misfits: Misfits,
  choice: DroppedScenarios,
): Repair[] {
  return delta.modified.flatMap((requirement) => {
    const own = misfits.filter(({ name, part }) => name === requirement.name && part !== undefined);
    return repairDropped(delta, requirement, target, own, choice);
  });
}
