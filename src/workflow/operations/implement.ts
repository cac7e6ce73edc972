import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem, toggleTask } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { commit } from "../../workspace/write/commit.ts";
import { inFeature, readDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import type { Writer } from "../generate.ts";
import { gateTable, groupText, openGates, orderedGroups } from "../implement/gates.ts";
import { workOnTask } from "../implement/task-work.ts";
import { filterTasks } from "../task-filter.ts";
import {
  LOCAL,
  type OpenStep,
  openStep,
  report,
  specDirectory,
  stepAnswer,
  stepShape,
  writerOf,
} from "./step.ts";

const Task = z.object({ id: z.string(), description: z.string(), done: z.boolean() });

export const implement = operation({
  name: "speckit.implement",
  title: "Implement",
  summary: "Work through the task list",
  details:
    "With a language model at hand the open tasks are done in order, each written and ticked in one step, up to the first that fails. Without one it reports the gates and the ordered plan, and says that no agent or model is connected. task_filter: a comma list of T012, T010-T020, US2, phase:3, P, or words of a task.",
  icon: "play",
  effects: { ...writing, openWorld: ({ hasProvider }) => hasProvider },
  generates: true,
  taskSupport: "optional",
  cli: { never: "`hewto run implement` calls it, or the agent that is configured instead" },
  input: z.object({
    spec_directory: specDirectory,
    task_filter: z.string().optional().describe("Optional filter for specific tasks to implement"),
  }),
  output: z.object({
    ...stepShape,
    selected: z.number(),
    completed: z.array(Task),
    left: z.array(Task.extend({ reason: z.string() })),
    gates: z.string(),
  }),
  run: async (context, { spec_directory, task_filter }) => {
    report(context, 2, "Reading the task list");
    const opened = await openStep(context, "implement", spec_directory);
    if (!opened.ok) return opened;
    const selected = filterTasks(opened.value.documents.items, task_filter);
    if (!selected.ok) return selected;
    const open = selected.value.filter((task) => !task.done);
    const gates = gateTable(opened.value.documents.checklists);
    if (open.length === 0) return allDone(context, opened.value, selected.value, gates);
    const writer = writerOf(context);
    if (!writer) return noGenerator(context, opened.value, open, gates);
    const passed = await passGates(context, opened.value);
    if (!passed.ok) return passed;
    const worked = await workThrough(context, opened.value, open, writer);
    if (!worked.ok) return worked;
    const { completed, left, by } = worked.value;
    report(context, 100, `${count(completed.length, "task")} done`);
    const path = `${opened.value.feature.directory}/tasks.md`;
    const action = completed.length > 0 ? "updated" : "unchanged";
    const files = [{ path, action, generated_by: by } as const];
    const answer = await stepAnswer(
      context,
      "implement",
      opened.value.feature,
      files,
      left.length > 0 ? "implement" : "done",
    );
    return ok({ ...answer, selected: selected.value.length, completed, left, gates });
  },
  text: ({ selected, completed, left, gates, spec_directory }) =>
    [
      left.length === 0
        ? `All ${count(selected, "selected task")} of ${spec_directory} are done.`
        : `${count(completed.length, "task")} done, ${left.length} left for a person.`,
      ...completed.map(({ id, description }) => `- [X] ${id} ${description}`),
      ...left.map(({ id, description, reason }) => `- [ ] ${id} ${description} (${reason})`),
      gates,
    ].join("\n"),
});

async function allDone(
  context: Context,
  { feature }: OpenStep,
  selected: readonly TaskItem[],
  gates: string,
) {
  report(context, 100, "Everything is done already");
  const answer = await stepAnswer(context, "implement", feature, [], "done");
  return ok({ ...answer, generated_by: LOCAL, selected: selected.length, completed: [], left: [], gates });
}

/** Without a model no code can be written; what to do, in which order, is the answer. */
function noGenerator(
  { withheld }: Context,
  { feature }: OpenStep,
  open: readonly TaskItem[],
  gates: string,
): Result<never> {
  const groups = orderedGroups(open);
  const plan = groups.map((group, index) => groupText(group, index + 1)).join("\n");
  const why =
    withheld === undefined
      ? "No agent or model is connected, so nothing was implemented."
      : `${withheld} Nothing was implemented.`;
  const message = `${why}\n${count(open.length, "task")} of ${feature.folder} are open, in this order:\n${plan}\n\n${gates}\n`;
  const remedy =
    "Do them yourself and tick them with `hewto tasks toggle ID`, or connect an agent: a client with sampling, `[model]` in hewto.toml, or `hewto run implement --driver exec`.";
  return fail(
    fault("generator_missing", message, remedy, {
      details: { order: groups.map((group) => group.map(({ id }) => id ?? "")) },
    }),
  );
}

/** Open checklists need a person's word before code is written. */
async function passGates(context: Context, { documents }: OpenStep): Promise<Result<undefined>> {
  const open = openGates(documents.checklists);
  if (open.length === 0) return ok(undefined);
  const message = `${count(open.length, "checklist")} still open:\n${gateTable(open)}\nImplement all the same?`;
  const requestedSchema = {
    type: "object",
    properties: { proceed: { type: "boolean", title: "Proceed" } },
    required: ["proceed"],
  };
  const params = { message, requestedSchema };
  const asked = context.client?.canElicit
    ? await context.client.ask({ gates: { method: "elicitation/create", params } })
    : undefined;
  const reply = asked?.ok ? asked.value.gates : undefined;
  const content = reply?.content;
  if (
    reply?.action === "accept" &&
    typeof content === "object" &&
    content !== null &&
    "proceed" in content &&
    content.proceed === true
  )
    return ok(undefined);
  const names = open.map(({ name }) => name).join(", ");
  return fail(
    fault(
      "prerequisite_missing",
      `Open checklists keep the implementation back: ${names}.`,
      `Tick what holds (\`hewto tasks toggle ${open[0]?.firstOpen ?? "CHK001"}\`), then run it again.`,
    ),
  );
}

interface Worked {
  readonly completed: z.infer<typeof Task>[];
  readonly left: (z.infer<typeof Task> & { reason: string })[];
  readonly by: string;
}

/** Task by task; stops at the first that fails and that others may build on. */
async function workThrough(
  context: Context,
  { feature, documents }: OpenStep,
  open: readonly TaskItem[],
  writer: Writer,
): Promise<Result<Worked>> {
  const completed: Worked["completed"] = [];
  const left: Worked["left"] = [];
  const texts = {
    "spec.md": documents.spec,
    "plan.md": documents.plan,
    "data-model.md": documents.files.get("data-model.md")?.text,
  };
  let by = LOCAL;
  for (const [index, task] of open.entries()) {
    if (context.signal.aborted) break;
    report(context, 5 + Math.floor((90 * index) / open.length), `${task.id ?? ""} ${task.description}`);
    const work = await workOnTask(feature.workspace, writer, task, texts);
    if (!work.ok && index === 0 && work.fault.code === "client_refused")
      return noGenerator(context, { feature, documents }, open, gateTable(documents.checklists));
    const done =
      work.ok && work.value.edits.length > 0
        ? await writeTask(context, feature, task, work.value.edits)
        : work;
    const entry = { id: task.id ?? "", description: task.description, done: false };
    if (done.ok && work.ok && work.value.edits.length > 0) {
      by = work.value.by;
      completed.push({ ...entry, done: true });
      continue;
    }
    const reason = !done.ok ? done.fault.message : work.ok ? work.value.summary : "";
    if (!done.ok && !task.parallel)
      return stopped(
        task,
        reason,
        completed.map(({ id }) => id),
      );
    left.push({ ...entry, reason });
  }
  return ok({ completed, left, by });
}

/** The task's files and its tick, all or nothing. */
async function writeTask(
  context: Context,
  feature: Feature,
  task: TaskItem,
  edits: Parameters<typeof commit>[1]["edits"],
): Promise<Result<undefined>> {
  const documents = await readDocuments(feature);
  const file = documents.ok ? documents.value.files.get("tasks.md") : undefined;
  const now =
    file &&
    readTasks(readMarkdown(file.text)).find(
      (each) => each.id === task.id && each.description === task.description,
    );
  const ticked = file && now && toggleTask(file.text, now.line, true);
  if (!file || !ticked?.ok)
    return fail(fault("write_conflict", `${task.id} is no longer in tasks.md.`, "Run it again."));
  const tick = {
    kind: "write",
    path: inFeature(feature, "tasks.md"),
    content: ticked.value,
    expect: file.sha256,
  } as const;
  const done = await commit(
    feature.workspace,
    { label: `implement ${task.id}`, edits: [...edits, tick] },
    { signal: context.signal, tool: "speckit.implement" },
  );
  if (!done.ok) return done;
  for (const { path } of done.value.changed) context.touched(path);
  return ok(undefined);
}

function stopped(task: TaskItem, reason: string, done: readonly string[]): Result<never> {
  const before = done.length > 0 ? ` Done before it: ${done.join(", ")}.` : "";
  return fail(
    fault(
      "tool_failed",
      `Stopped at ${task.id}: ${reason}${before}`,
      "Mend the cause and run implement again; what is done stays done.",
      { retryable: true },
    ),
  );
}
