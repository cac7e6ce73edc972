import { isRecord } from "../../kernel/json.ts";
import { count } from "../../kernel/text.ts";
import type { TaskItem } from "../../markdown/tasks.ts";
import { intentOf } from "../changes/change-documents.ts";
import type { FeatureDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import { openQuestions, type Step } from "../phase.ts";
import { checkPlan } from "../read/check-plan.ts";
import { checkSpec } from "../read/check-spec.ts";
import { checkTasks } from "../read/check-tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { filterTasks } from "../task-filter.ts";
import { OWN_TEMPLATE, resolveTemplate } from "../templates/resolve.ts";
import { type ChangeState, changeProblems } from "./change-verdict.ts";
import { copiedSamples } from "./copied-samples.ts";
import type { FileChange, Verdict } from "./model.ts";
import { changesBetween, type Snapshot } from "./snapshot.ts";

/** The agent's answer, for a step that may succeed without writing anything. */
export interface AgentAnswer {
  readonly content?: readonly Record<string, unknown>[];
  readonly structuredContent?: Record<string, unknown>;
}

export interface FinishedRun {
  readonly step: Step;
  readonly feature: Feature;
  readonly args: Readonly<Record<string, unknown>>;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly answer: AgentAnswer;
}

const maxListed = 10;
const mainDocument = { specify: "spec", plan: "plan", tasks: "tasks" } as const;

/** Judges a run by the files that it wrote. */
export async function judgeRun(run: FinishedRun): Promise<Verdict> {
  const { step, before, after } = run;
  const files = changesBetween(before, after);
  const ticked = tickedBetween(before.documents, after.documents);
  const problems = await problemsOf(run, files, ticked);
  const facts = [
    ...(step === "implement" ? [tickedText(ticked, after.documents)] : []),
    filesText(files),
    ...(step === "implement" ? openChecklists(after.documents) : []),
  ];
  return { ok: problems.length === 0, summary: facts.join(" "), problems, files, ticked };
}

async function problemsOf(
  run: FinishedRun,
  files: readonly FileChange[],
  ticked: readonly string[],
): Promise<string[]> {
  const { step, after } = run;
  if (after.documents === undefined) return ["The documents of the feature cannot be read."];
  if (step === "implement") return implementProblems(run, files, ticked);
  if (after.change !== undefined) return changeStepProblems(run, step, after.change);
  if (step === "clarify") return clarifyProblems(run, files);
  return documentProblems(run, mainDocument[step]);
}

function changeStepProblems(
  { feature, args, before, answer }: FinishedRun,
  step: Exclude<Step, "implement">,
  after: ChangeState,
): string[] {
  const problems = changeProblems(step, feature, before.change, after);
  const isSettled =
    step !== "clarify" || problems.length > 0 || saysNoQuestions(answer) || isSuggestion(args, answer);
  const isUnchanged =
    before.change !== undefined && intentOf(before.change.documents) === intentOf(after.documents);
  return isSettled || !isUnchanged
    ? problems
    : [`${feature.path}/proposal.md is unchanged and has no new answer.`];
}

/** The main document must exist in its format. Problems that were there before the run do not count. */
async function documentProblems(run: FinishedRun, key: "spec" | "plan" | "tasks"): Promise<string[]> {
  const { feature, before, after } = run;
  const path = `${feature.path}/${key}.md`;
  const text = after.documents?.[key];
  if (text === undefined) {
    const exists = after.documents?.files.has(`${key}.md`) === true;
    return [
      exists ? `${path} is still an unfilled template.` : `${path} is missing.${elsewhere(run, `${key}.md`)}`,
    ];
  }
  if (text === before.documents?.[key]) return [];
  const template = await resolveTemplate(feature.workspace, `${key}-template`);
  const own = template.source === OWN_TEMPLATE ? undefined : template.text;
  const stories = readSpec(after.documents?.spec ?? "").stories.map(({ number }) => number);
  const format = {
    spec: (each: string) => checkSpec(each, own),
    plan: (each: string) => checkPlan(each, own),
    tasks: (each: string) => checkTasks(each, stories, own),
  }[key];
  const check = (each: string) => [...format(each), ...copiedSamples(key, each, template.text)];
  const old = before.documents?.[key];
  const earlier = new Set(old === undefined ? [] : check(old).map(withoutLine));
  const problems = check(text).filter((problem) => !earlier.has(withoutLine(problem)));
  if (problems.length === 0) return [];
  const more = problems.length > maxListed ? ` And ${problems.length - maxListed} more.` : "";
  return [`${path} has format errors: ${problems.slice(0, maxListed).join(" ")}${more}`];
}

/** Where the agent wrote the document instead, such as a feature folder that it created itself. */
function elsewhere({ feature, before, after }: FinishedRun, name: string): string {
  const created = changesBetween(before, after).filter(
    ({ path, change }) =>
      change === "created" && path.endsWith(`/${name}`) && !path.startsWith(`${feature.path}/`),
  );
  return created.length === 0 ? "" : ` The agent wrote ${listing(created.map(({ path }) => path))} instead.`;
}

function withoutLine(problem: string): string {
  return problem.replace(/^Line \d+: /, "");
}

function clarifyProblems(
  { feature, args, before, after, answer }: FinishedRun,
  files: readonly FileChange[],
): string[] {
  const path = `${feature.path}/spec.md`;
  const spec = after.documents?.spec;
  if (spec === undefined) return [`${path} is missing.`];
  if (files.length > 0 && spec !== before.documents?.spec) return [];
  const open = openQuestions(spec).length;
  if (open === 0 && (saysNoQuestions(answer) || isSuggestion(args, answer))) return [];
  const left = open > 0 ? ` ${count(open, "[NEEDS CLARIFICATION] marker")} left.` : "";
  return [`${path} is unchanged and has no new answer.${left}`];
}

/** Whether the open questions are the tool's own: without markers and questions of the caller, none has to be answered. */
function isSuggestion(args: FinishedRun["args"], { structuredContent }: AgentAnswer): boolean {
  const isAsked = Array.isArray(args.questions) && args.questions.length > 0;
  return !isAsked && isRecord(structuredContent) && Array.isArray(structuredContent.questions);
}

/** Whether the agent says that there is nothing to ask. */
function saysNoQuestions({ content = [], structuredContent }: AgentAnswer): boolean {
  const questions = isRecord(structuredContent) ? structuredContent.questions : undefined;
  if (Array.isArray(questions)) return questions.length === 0;
  const text = content.map((block) => (typeof block.text === "string" ? block.text : "")).join("\n");
  return /\bno\s+(?:\w+\s+){0,2}(?:questions|ambiguities)\b|\bnothing (?:is |to )?(?:unclear|clarify)\b/i.test(
    text,
  );
}

function implementProblems(
  { feature, args, before, after }: FinishedRun,
  files: readonly FileChange[],
  ticked: readonly string[],
): string[] {
  const path = `${feature.path}/tasks.md`;
  if (after.documents?.tasks === undefined) return [`${path} is missing.`];
  const remaining = new Set(after.documents.items.map(nameOf));
  const gone = (before.documents?.items ?? []).filter((task) => !task.done && !remaining.has(nameOf(task)));
  if (gone.length > 0)
    return [
      `Open tasks are no longer in ${path}: ${listing(gone.map(nameOf))}. Restore them, or check them off.`,
    ];
  if (ticked.length > 0) return [];
  const filter = typeof args.task_filter === "string" ? args.task_filter : undefined;
  const selected = filterTasks(before.documents?.items ?? [], filter);
  const open = selected.ok ? selected.value.filter(({ done }) => !done).length : 0;
  if (open === 0) return [];
  const left = `${count(open, "task")} still open.`;
  return [
    files.length === 0
      ? `No task was checked off and no file changed; ${left}`
      : `No task was checked off, although ${count(files.length, "file")} changed; ${left} Check off in ${path} what is done.`,
  ];
}

function nameOf({ id, description }: TaskItem): string {
  return id ?? description;
}

function tickedBetween(before: FeatureDocuments | undefined, after: FeatureDocuments | undefined): string[] {
  const open = new Set((before?.items ?? []).filter(({ done }) => !done).map(({ text }) => text));
  return (after?.items ?? []).filter(({ done, text }) => done && open.has(text)).map(nameOf);
}

function tickedText(ticked: readonly string[], after: FeatureDocuments | undefined): string {
  const { completed = 0, total = 0 } = after?.progress ?? {};
  const which = ticked.length === 0 ? "" : ` (${listing(ticked)})`;
  return `${count(ticked.length, "task")} checked off${which}, ${completed} of ${total} done.`;
}

export function filesText(files: readonly FileChange[]): string {
  if (files.length === 0) return "No file changed.";
  const names = files.map(({ path, change }) => (change === "changed" ? path : `${path} (${change})`));
  return `${count(files.length, "file")} changed: ${listing(names)}.`;
}

function openChecklists(after: FeatureDocuments | undefined): string[] {
  const open = (after?.checklists ?? []).filter(({ completed, total }) => completed < total);
  if (open.length === 0) return [];
  const names = open.map(({ name, completed, total }) => `${name} (${completed}/${total})`);
  return [`Open checklists: ${listing(names)}.`];
}

export function listing(names: readonly string[]): string {
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  return names.slice(0, maxListed).join(", ") + more;
}
