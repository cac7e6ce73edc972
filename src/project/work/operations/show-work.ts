import * as z from "zod";
import { reviewChanges } from "../../../changes/review/review.ts";
import { clip } from "../../../kernel/clip.ts";
import { Finding } from "../../../kernel/finding.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import { count, printable, printableLine } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, reading } from "../../../operation/operation.ts";
import { createStyle, type Style } from "../../../operation/style.ts";
import type { Surface } from "../../../operation/surface.ts";
import { isReviewFile } from "../../../reviews/folder.ts";
import { ReviewSummary, summarizeReview } from "../../../reviews/summary.ts";
import { openProject } from "../../../specs/project.ts";
import { featureAt } from "../../../workflow/feature.ts";
import { featureFindings } from "../../check/features.ts";
import { collectWork } from "../collect.ts";
import { filesOf, readFileOf } from "../files.ts";
import { findWork } from "../find.ts";
import { type Work, WorkItem } from "../item.ts";
import { padFindings } from "../pad-work.ts";
import { tasksOf } from "../tasks.ts";
import { dateOf, marksOf, titleBeyondId } from "../text.ts";

const Task = z.object({
  id: z.string().optional(),
  text: z.string(),
  done: z.boolean(),
  file: z.string().describe("Relative to the item's folder"),
  line: z.number().int(),
});

const Output = WorkItem.extend({
  files: z.array(z.string()).describe("Every file of the item, relative to its folder"),
  files_left_out: z.number().int(),
  tasks: z.array(Task).describe("Open tasks first"),
  tasks_left_out: z.number().int(),
  findings: z.array(Finding).describe("Errors first"),
  findings_left_out: z.number().int(),
  file: z
    .object({ path: z.string(), text: z.string() })
    .optional()
    .describe("The file that was asked for; its path is relative to the item's folder"),
  review: ReviewSummary.optional().describe("Open comments and approvals"),
});
type Output = z.infer<typeof Output>;

const limit = (size: number) =>
  z.number().int().min(1).max(2000).default(size).describe("How many files, tasks and findings to list");
const id = z.string().describe("Id, path, or number of a feature");
const file = z.string().optional().describe("Also the text of this file, as `files` lists it");

export const showWork = operation({
  name: "show_work",
  title: "Show work",
  summary: "Shows one change, feature or scratch pad: all its files, its tasks and what is wrong with it.",
  icon: "workflow",
  effects: reading,
  seldom: ["file"],
  input: z.object({ id, limit: limit(40), file }),
  output: Output,
  cli: {
    words: "work show",
    positionals: ["id"],
    input: z.object({ id, limit: limit(500), file }),
    toInput: (given) => given,
  },
  run: async (context, { id, limit, file }) => {
    const named = await collectWork(context, { review: "none", path: id });
    if (!named.ok) return named;
    const [only] = named.value;
    if (only !== undefined && named.value.length === 1) return describe(context, only, limit, file);
    const works = await collectWork(context, { review: "none" });
    if (!works.ok) return works;
    const work = findWork(works.value, id);
    return work.ok ? describe(context, work.value, limit, file) : work;
  },
  text: (output, _input, surface) => render(output, createStyle(false, 100), surface),
  human: (output, _given, style, surface) => render(output, style, surface),
});

async function describe(
  context: Context,
  work: Work,
  limit: number,
  name: string | undefined,
): Promise<Result<Output>> {
  const files = await filesOf(work.workspace, work.folder);
  const file = name === undefined ? ok(undefined) : await readFileOf(work, files, name);
  if (!file.ok) return file;
  const tasks = await tasksOf(work);
  const review = await reviewOf(context, work);
  if (!review.ok) return review;
  const { findings, ...verdict } = review.value;
  const listed = (tasks.ok ? tasks.value : [])
    .map(({ file, task }) => ({
      id: task.id,
      text: task.description,
      done: task.done,
      file,
      line: task.line,
    }))
    .sort((a, b) => Number(a.done) - Number(b.done));
  const shown = {
    files: clip(
      files.paths.map((path) => path.slice(work.folder.length + 1)).filter((path) => !isReviewFile(path)),
      limit,
    ),
    tasks: clip(listed, limit),
    findings: clip([...findings].sort(bySeverity), limit),
  };
  return ok({
    ...work.item,
    ...verdict,
    files: shown.files.shown,
    files_left_out: shown.files.leftOut + files.leftOut,
    tasks: shown.tasks.shown,
    tasks_left_out: shown.tasks.leftOut,
    findings: shown.findings.shown,
    findings_left_out: shown.findings.leftOut,
    file: file.value,
    review: await summarizeReview(work.workspace, work.folder),
  });
}

type Review = Pick<WorkItem, "valid" | "blocked_by" | "overlaps"> & { readonly findings: readonly Finding[] };

async function reviewOf(context: Context, work: Work): Promise<Result<Review>> {
  const { item } = work;
  const { blocked_by, overlaps } = item;
  if (item.kind === "change") {
    const project = await openProject(context.workspace);
    const reviewed = await reviewChanges(project, { id: item.id });
    if (!reviewed.ok) return reviewed;
    const findings = reviewed.value.flatMap((each) => each.findings);
    return ok({
      valid: findings.every(({ severity }) => severity !== "error"),
      blocked_by: reviewed.value.flatMap((each) => each.blockedBy),
      overlaps: reviewed.value.flatMap((each) => each.overlaps),
      findings,
    });
  }
  const findings =
    item.kind === "feature"
      ? await featureFindings(featureAt(work.workspace, work.folder))
      : await padFindings(context, item.id);
  return ok({ valid: item.valid, blocked_by, overlaps, findings });
}

const ranks = { error: 0, warning: 1, note: 2 } as const;

function bySeverity(a: Finding, b: Finding): number {
  return ranks[a.severity] - ranks[b.severity];
}

function render(output: Output, style: Style, surface: Surface): string {
  const { label, state, next_step, progress, path, blocked_by, overlaps } = output;
  const step = next_step === undefined ? "" : `, next step ${next_step}`;
  const marks = marksOf({ ...output, blocked_by: [], overlaps: [] }).filter((mark) => mark !== "done");
  return [
    `${style.bold(printableLine(output.id))} ${style.dim(`(${label})`)} ${titleBeyondId(output)}`.trimEnd(),
    `${state.replace("_", " ")}${step}, ${progress.completed}/${progress.total} tasks, modified ${dateOf(output)}${marks.map((mark) => `, ${style.bad(mark)}`).join("")}`,
    ...(blocked_by.length > 0 ? [`Blocked by: ${printableLine(blocked_by.join(", "))}`] : []),
    ...(overlaps.length > 0 ? [`Overlaps: ${printableLine(overlaps.join(", "))}`] : []),
    ...(output.review === undefined ? [] : [reviewLine(output.id, output.review, surface)]),
    "",
    style.bold(`Files in ${printableLine(path)}`),
    ...output.files.map((file) => `  ${printableLine(file)}`),
    ...leftOut(output.files_left_out, "file"),
    ...(output.file === undefined
      ? []
      : ["", style.bold(printableLine(output.file.path)), printable(output.file.text)]),
    ...section("Tasks", output.tasks.map(taskRow), output.tasks_left_out, "task", style),
    ...section(
      "Findings",
      output.findings.map((finding) => findingRow(finding, style)),
      output.findings_left_out,
      "finding",
      style,
    ),
  ].join("\n");
}

function reviewLine(id: string, { open_comments, approvals }: ReviewSummary, surface: Surface): string {
  const valid = approvals.filter(({ state }) => state !== "withdrawn");
  const names = valid.map(({ author, date, state }) => {
    return `${printableLine(author)} on ${printableLine(date.slice(0, 10))}${state === "stale" ? " (changed since)" : ""}`;
  });
  const approved = names.length === 0 ? "not approved" : `approved by ${names.join(", ")}`;
  const read =
    open_comments === 0
      ? ""
      : ` ${surface.recommend({ operation: "list_review_comments", args: { target: id }, to: "read them" })}`;
  return `Review: ${count(open_comments, "open comment")}, ${approved}.${read}`.trimEnd();
}

function section(title: string, rows: readonly string[], left: number, noun: string, style: Style): string[] {
  return rows.length === 0 ? [] : ["", style.bold(title), ...rows, ...leftOut(left, noun)];
}

function leftOut(number: number, noun: string): string[] {
  return number === 0 ? [] : [`  … and ${count(number, `more ${noun}`)}`];
}

function taskRow({ id, text, done, file, line }: Output["tasks"][number]): string {
  const name = id ?? `${file}:${line}`;
  return `  [${done ? "x" : " "}] ${printableLine(name)} ${printableLine(text)}`;
}

function findingRow({ severity, file, line, message, rule }: Finding, style: Style): string {
  const mark = severity === "error" ? style.bad(severity) : style.warn(severity);
  return `  ${mark} ${printableLine(file)}:${line} ${printable(message)} ${style.dim(rule)}`;
}
