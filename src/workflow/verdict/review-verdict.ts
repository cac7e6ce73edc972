import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem } from "../../markdown/tasks.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Feature } from "../feature.ts";
import type { Review } from "../phase.ts";
import { isUntouched } from "../read/placeholders.ts";
import { findGaps } from "../review/find-gaps.ts";
import { reviewFile } from "../review/review-file.ts";
import { principlesIn } from "../steps/principles.ts";
import type { FileChange, Verdict } from "./model.ts";
import { changesBetween, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { type AgentAnswer, filesText, listing } from "./verdict.ts";

/** A review after its run. `old` and `text` are its file before and after; undefined if it did not exist. */
interface FinishedReview {
  readonly review: Review;
  readonly feature: Feature;
  readonly file: string;
  readonly old: string | undefined;
  readonly text: string | undefined;
  readonly after: Snapshot;
  readonly answer: AgentAnswer;
}

/** Records the state of the checkout before a review by an agent; the result judges it by the files afterwards. */
export async function prepareReview(
  review: Review,
  feature: Feature,
  args: Readonly<Record<string, unknown>>,
): Promise<(answer: AgentAnswer) => Promise<Verdict>> {
  const path = reviewFile(review, feature, args);
  const textNow = async () => {
    const file = path === undefined ? undefined : await readText(feature.workspace, path, { lossy: true });
    return file?.ok ? file.value.text : undefined;
  };
  // As for `implement`, the whole checkout: a review must not change anything else.
  const before = await takeSnapshot("implement", feature);
  const old = await textNow();
  return async (answer) => {
    const after = await takeSnapshot("implement", feature, before);
    const files = changesBetween(before, after);
    const run = { review, feature, file: path ?? "", old, text: await textNow(), after, answer };
    const problems = [...strayProblems(run, files), ...(await problemsOf(run))];
    return { ok: problems.length === 0, summary: filesText(files), problems, files, ticked: [] };
  };
}

/** Files that the review must not change. Folders of agents and of git's hosts are not looked at. */
function strayProblems({ review, file }: FinishedReview, files: readonly FileChange[]): string[] {
  // spec-kit's own command also brings templates and guides in line with the constitution.
  if (review === "constitution") return [];
  const stray = files
    .map(({ path }) => path)
    .filter((path) => path !== file && path !== ".specify/feature.json")
    .filter((path) => !path.startsWith(".") || path.startsWith(".specify/"));
  if (stray.length === 0) return [];
  const allowed = file === "" ? "no file" : `only ${file}`;
  return [`${review} may change ${allowed}, but the agent changed ${listing(stray)}.`];
}

async function problemsOf(run: FinishedReview): Promise<string[]> {
  if (run.review === "analyze") return hasReport(run.answer) ? [] : ["The agent printed no report."];
  const { file, text } = run;
  if (text === undefined) return [`${file} is missing.`];
  if (isUntouched(text)) return [`${file} is still an unfilled template.`];
  if (run.review === "constitution") return constitutionProblems(run, text);
  return run.review === "checklist" ? checklistProblems(run, text) : convergeProblems(run, text);
}

function hasReport({ content = [] }: AgentAnswer): boolean {
  const text = content.map((block) => (typeof block.text === "string" ? block.text : "")).join("\n");
  return text.trim() !== "" && text.trim() !== "The agent printed no output.";
}

function constitutionProblems({ file, old }: FinishedReview, text: string): string[] {
  if (text === old) return [`${file} is unchanged.`];
  const tokens = [...new Set(proseOf(text).match(/\[[A-Z][A-Z0-9_]{2,60}\](?![(:[])/g) ?? [])];
  const version = versionOf(text);
  const isRaised = old === undefined || isUntouched(old) || version !== versionOf(old);
  return [
    ...(tokens.length > 0 ? [`${file} has placeholders that are not filled in: ${listing(tokens)}.`] : []),
    ...(principlesIn(text).length === 0 ? [`${file} has no principle under \`## Core Principles\`.`] : []),
    ...(version === undefined ? [`${file} has no line \`**Version**: X.Y.Z\`.`] : []),
    ...(version !== undefined && !isRaised ? [`${file} changed, but its version is still ${version}.`] : []),
  ];
}

function versionOf(text: string): string | undefined {
  return /\*\*Version\*\*:\s*v?(\d+\.\d+\.\d+)/.exec(text)?.[1];
}

/** The text without comments and code. */
function proseOf(text: string): string {
  return readMarkdown(text)
    .lines.filter(({ kind }) => kind === "prose")
    .map((line) => line.text)
    .join("\n");
}

function checklistProblems({ file, old = "" }: FinishedReview, text: string): string[] {
  const [earlier, now] = [questionsIn(old), questionsIn(text)];
  const names = new Set(now.map(({ text: each }) => each));
  const gone = earlier.filter(({ text: each }) => !names.has(each));
  const known = new Set(earlier.map(({ text: each }) => each));
  const added = now.filter(({ text: each }) => !known.has(each));
  const ids = now.flatMap(({ id }) => id ?? []);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  return [
    ...(gone.length > 0 ? [`Questions are no longer in ${file}: ${listing(gone.map(nameOf))}.`] : []),
    ...(added.length === 0 ? [`${file} has no new question \`- [ ] CHK001 …\`.`] : []),
    ...(added.some(({ done }) => done)
      ? [
          `${file} has new questions that are checked: ${listing(added.filter(({ done }) => done).map(nameOf))}.`,
        ]
      : []),
    ...(twice.length > 0 ? [`${file} uses ids twice: ${listing(twice)}.`] : []),
  ];
}

function questionsIn(text: string): readonly TaskItem[] {
  return readTasks(readMarkdown(text)).filter(({ id }) => /^CHK\d+$/.test(id ?? ""));
}

function nameOf({ id, description }: TaskItem): string {
  return id ?? description;
}

async function convergeProblems(
  { file, old = "", after, feature }: FinishedReview,
  text: string,
): Promise<string[]> {
  if (!text.startsWith(old.trimEnd())) return [`${file} was changed in other places than its end.`];
  const known = readTasks(readMarkdown(old)).length;
  const added = readTasks(readMarkdown(text)).slice(known);
  const done = added.filter((task) => task.done);
  if (done.length > 0) return [`${file} has new tasks that are checked: ${listing(done.map(nameOf))}.`];
  const { documents, change } = after;
  if (documents === undefined) return ["The documents of the feature cannot be read."];
  const gaps = added.length > 0 ? [] : await findGaps(feature, documents, change?.documents);
  if (gaps.length === 0) return [];
  const sources = listing(gaps.map(({ source }) => source));
  return [
    `${file} has no new task, but there ${gaps.length === 1 ? "is" : "are"} ${count(gaps.length, "gap")}: ${sources}.`,
  ];
}
