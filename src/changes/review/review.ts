import { ok, type Result } from "../../kernel/result.ts";
import { Findings, type SpecFinding } from "../../specs/findings.ts";
import type { RuleProfile } from "../../specs/layouts.ts";
import { profileOf, type SpecProject } from "../../specs/project.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { knownBases } from "../base/bases.ts";
import { readDelta } from "../delta/delta.ts";
import { type Change, type ChangeEntry, findChange, findChanges, loadChange } from "../library.ts";
import { type Assessment, assessChange } from "./assess.ts";
import { TouchMap } from "./overlap.ts";

export interface ReviewOptions {
  /** One change. Default: all of them. */
  readonly id?: string | undefined;
  /** Only changes that it accepts. */
  readonly isChosen?: ((entry: ChangeEntry) => boolean) | undefined;
  readonly profile?: RuleProfile | undefined;
  readonly signal?: AbortSignal;
  /** Texts of deltas to assess instead of those on disk. */
  readonly drafts?: ReadonlyMap<WorkspacePath, string> | undefined;
}

/** Assesses one change or all, against the current specs and the other active changes. */
export async function reviewChanges(
  project: SpecProject,
  options: ReviewOptions = {},
): Promise<Result<Assessment[]>> {
  const { workspace, vocabulary } = project;
  const entries = await findChanges(workspace, project.layouts);
  const { isChosen = () => true } = options;
  const wanted =
    options.id === undefined ? ok(entries.filter(isChosen)) : one(findChange(entries, options.id));
  if (!wanted.ok) return wanted;
  const changes: Change[] = [];
  for (const entry of entries) {
    const change = await loadChange(workspace, entry, vocabulary);
    changes.push(options.drafts === undefined ? change : withDrafts(change, options.drafts, vocabulary));
  }
  const chosen = changes.filter((change) => wanted.value.includes(change.entry));
  const touches = new TouchMap(changes);
  const { baseOf, unknownFor } = await knownBases(workspace, chosen, vocabulary);
  const assessments: Assessment[] = [];
  for (const change of chosen) {
    const profile = profileOf(project, change.entry.layout, options.profile);
    const assessed = await assessChange(workspace, change, { vocabulary, profile, touches, baseOf });
    const unknown = unknownFor(change);
    assessments.push(unknown === undefined ? assessed : withNote(assessed, profile, unknown));
  }
  return ok(assessments);
}

function withDrafts(
  change: Change,
  drafts: ReadonlyMap<WorkspacePath, string>,
  vocabulary: Vocabulary,
): Change {
  const deltas = change.deltas.map((file) => {
    const text = drafts.get(file.path);
    return text === undefined ? file : { ...file, delta: readDelta(text, vocabulary) };
  });
  return { ...change, deltas };
}

/** Assesses one change. */
export async function reviewChange(
  project: SpecProject,
  options: ReviewOptions & { readonly id: string },
): Promise<Result<Assessment>> {
  const reviewed = await reviewChanges(project, options);
  if (!reviewed.ok) return reviewed;
  const [assessment] = reviewed.value;
  if (assessment === undefined) throw new Error("A review of one change gave none.");
  return ok(assessment);
}

/** Unchecked drift is always reported. */
function withNote(assessed: Assessment, profile: RuleProfile, message: string): Assessment {
  const [first] = assessed.change.deltas;
  if (first === undefined) return assessed;
  const findings = new Findings(first.path, profile);
  const fix = "Fetch the whole history with `git fetch --unshallow` (in CI: `fetch-depth: 0`).";
  const isShallow = message.includes("shallow");
  findings.note({ rule: driftUnknown, section: "", line: 1, message, ...(isShallow ? { fix } : {}) });
  return { ...assessed, findings: [...assessed.findings, ...findings.list] };
}

const driftUnknown = "drift-unknown";

/** The notes about drift that could not be checked, each once. */
export function driftNotes(findings: readonly SpecFinding[]): string[] {
  const notes = findings.filter(({ rule }) => rule === driftUnknown);
  return [...new Set(notes.map(({ message, fix }) => (fix === undefined ? message : `${message} ${fix}`)))];
}

function one<T>(found: Result<T>): Result<T[]> {
  return found.ok ? ok([found.value]) : found;
}
