import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { collectWork } from "../../project/work/collect.ts";
import { workOf } from "../../project/work/feature-work.ts";
import { findWork } from "../../project/work/find.ts";
import type { Work } from "../../project/work/item.ts";
import { tasksOf } from "../../project/work/tasks.ts";
import { readText } from "../../workspace/files/files.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import { activeFeature } from "../active-feature.ts";
import { idsInTitles, issueOf } from "../issues.ts";

const maxIssues = 2000;

/** What spec-kit's `taskstoissues` prepares; creating the issues is left to a program with access to the code host. */
export const exportTasks = operation({
  name: "tasks_export",
  title: "Export tasks as issues",
  summary:
    "Prints the open tasks of a feature, change or scratch pad as issues: a title and a body in Markdown.",
  details:
    "Titles are `T001: description`, as spec-kit's taskstoissues writes them. Nothing is written or sent.",
  icon: "check",
  effects: reading,
  served: { never: "agents read tasks with show_work and create issues with their own GitHub tool" },
  cli: {
    words: "tasks export",
    positionals: ["work"],
    examples: ["tasks export 1 --json", "tasks export add-login --existing issues.json --json"],
  },
  input: z.object({
    work: z
      .string()
      .optional()
      .describe("Id of the feature, change or scratch pad (default: the active feature)"),
    all: z.boolean().default(false).describe("Include tasks that are done"),
    existing: z
      .string()
      .optional()
      .describe("JSON file with the issues that exist, `[{ title }]`; their tasks are left out"),
  }),
  output: z.object({
    work: z.string(),
    issues: z.array(z.object({ task: z.string(), title: z.string(), body: z.string() })),
    skipped: z.array(z.string()).describe("Tasks that have an issue already"),
    left_out: z.number().int().describe(`Issues beyond the first ${maxIssues}`),
  }),
  run: async (context, input) => {
    const work = await workFor(context, input.work);
    if (!work.ok) return work;
    const titles = input.existing === undefined ? ok([]) : await titlesIn(context, input.existing);
    if (!titles.ok) return titles;
    const tasks = await tasksOf(work.value);
    if (!tasks.ok) return tasks;
    const known = idsInTitles(titles.value);
    const { item, folder } = work.value;
    const issues = tasks.value
      .filter(({ file, task }) => file === "tasks.md" && (input.all || !task.done))
      .map(({ task }) => issueOf(task, { work: item.id, file: `${folder}/tasks.md` }));
    const { shown, leftOut } = clip(
      issues.filter(({ task }) => !known.has(task)),
      maxIssues,
    );
    const skipped = issues.map(({ task }) => task).filter((task) => known.has(task));
    return ok({ work: item.id, issues: shown.map((issue) => ({ ...issue })), skipped, left_out: leftOut });
  },
  text: ({ work, issues, skipped, left_out }) =>
    [
      ...issues.map(({ title, body }) => `## ${title}\n\n${body}\n`),
      ...skipped.map((task) => `${task} has an issue already.`),
      `${count(issues.length, "issue")} for ${work}${left_out > 0 ? `; ${left_out} more are not shown` : ""}.`,
    ].join("\n"),
});

async function workFor(context: Context, named: string | undefined): Promise<Result<Work>> {
  const { workspace } = context;
  if (named === undefined) {
    const feature = await activeFeature(workspace);
    return feature.ok ? ok(await workOf(workspace, feature.value)) : feature;
  }
  const works = await collectWork(context, { review: "none" });
  return works.ok ? findWork(works.value, named) : works;
}

/** The output of `gh issue list --state all --json title`. */
async function titlesIn({ workspace }: Context, name: string): Promise<Result<string[]>> {
  const path = await insideWorkspace(workspace, name);
  const file = path.ok ? await readText(workspace, path.value) : path;
  if (!file.ok) return file;
  try {
    const value: unknown = JSON.parse(file.value.text);
    if (Array.isArray(value))
      return ok(
        value.flatMap((each) => (isRecord(each) && typeof each.title === "string" ? [each.title] : [])),
      );
  } catch {
    // Not JSON: the same fault as for JSON of another shape.
  }
  const remedy = "Write it with `gh issue list --state all --limit 1000 --json title`.";
  return fail(fault("invalid_argument", `${name} is not a JSON list of issues.`, remedy));
}
