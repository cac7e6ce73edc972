import { reviewChange } from "../../changes/review/review.ts";
import { openProject } from "../../specs/project.ts";
import { type ChangeDocuments, intentOf, readChange } from "../changes/change-documents.ts";
import { checkChangeTasks, checkDesign } from "../changes/checks.ts";
import { layoutOfChange } from "../changes/formats.ts";
import type { Feature } from "../feature.ts";
import { openQuestions, type Step } from "../phase.ts";

/** A change before or after a run. */
export interface ChangeState {
  readonly documents: ChangeDocuments;
  /** What `changes validate` has against it: errors only. */
  readonly errors: readonly { readonly rule: string; readonly text: string }[];
}

/** The state of a change; undefined if the folder is not that of a change, or if it cannot be read. */
export async function changeState(feature: Feature): Promise<ChangeState | undefined> {
  const layout = await layoutOfChange(feature);
  const documents = layout && (await readChange(feature, layout));
  if (!documents?.ok) return undefined;
  const project = await openProject(feature.workspace);
  const review = await reviewChange(project, { id: documents.value.change.entry.id });
  const findings = review.ok ? review.value.findings : [];
  return {
    documents: documents.value,
    errors: findings
      .filter(({ severity }) => severity === "error")
      .map(({ rule, file, line, message }) => ({ rule, text: `${file}:${line}: ${message}` })),
  };
}

const maxListed = 10;

/** Why a step that writes a document of a change is not done. */
export function changeProblems(
  step: Exclude<Step, "implement">,
  { path }: Feature,
  before: ChangeState | undefined,
  after: ChangeState,
): string[] {
  const { documents } = after;
  if (step === "specify") {
    const missing = [
      ...(documents.proposal === undefined ? [`${path}/proposal.md is missing or not filled in.`] : []),
      ...(documents.deltas.size === 0 && !documents.change.metadata.skipSpecs
        ? [`${path}/specs/ has no delta.`]
        : []),
    ];
    return missing.length > 0 ? missing : newErrors(before, after, ["tasks-missing"]);
  }
  if (documents.proposal === undefined) return [`${path}/proposal.md is missing.`];
  if (step === "plan")
    return documents.design === undefined
      ? [`${path}/design.md is missing.`]
      : formatErrors(`${path}/design.md`, documents.design, before?.documents.design, checkDesign);
  if (step === "tasks")
    return documents.tasks === undefined
      ? [`${path}/tasks.md is missing or has no task with a checkbox.`]
      : [
          ...formatErrors(`${path}/tasks.md`, documents.tasks, before?.documents.tasks, checkChangeTasks),
          ...newErrors(before, after, []),
        ];
  const isUnchanged = before !== undefined && intentOf(before.documents) === intentOf(documents);
  const open = openQuestions(intentOf(documents)).length;
  return isUnchanged && open > 0 ? [`${path}/proposal.md is unchanged and has no new answer.`] : [];
}

/** Errors that were there before the run do not count. */
function newErrors(before: ChangeState | undefined, after: ChangeState, except: readonly string[]): string[] {
  const earlier = new Set(before?.errors.map(({ rule, text }) => `${rule} ${text}`));
  const errors = after.errors.filter(
    ({ rule, text }) => !except.includes(rule) && !earlier.has(`${rule} ${text}`),
  );
  if (errors.length === 0) return [];
  const shown = errors.slice(0, maxListed).map(({ text }) => text);
  const more = errors.length > maxListed ? ` And ${errors.length - maxListed} more.` : "";
  return [`The change is not valid: ${shown.join(" ")}${more}`];
}

function formatErrors(
  path: string,
  text: string,
  old: string | undefined,
  check: (text: string) => string[],
): string[] {
  const problems = text === old ? [] : check(text);
  return problems.length === 0
    ? []
    : [`${path} has format errors: ${problems.slice(0, maxListed).join(" ")}`];
}
