import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, type TaskItem, toggleTask } from "../../markdown/tasks.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Edit } from "../../workspace/write/plan.ts";
import { intentOf } from "../changes/change-documents.ts";
import { openChange } from "../changes/change-step.ts";
import { inFeature, readDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import type { Writer } from "../generate.ts";
import { constitutionOf } from "../guides.ts";
import { filterTasks } from "../task-filter.ts";
import { gateTable, groupText, openGates, orderedGroups } from "./gates.ts";
import { LOCAL, type OpenStep, openStep, resultOf, type StepContext } from "./step.ts";
import { workOnTask } from "./task-work.ts";

export const ImplementedTask = z.object({ id: z.string(), description: z.string(), done: z.boolean() });
export const RemainingTask = ImplementedTask.extend({ reason: z.string() });

/** Has a model do the open tasks in order. Without one, fails with the tasks in the order to do them. */
export async function implementFeature(context: StepContext, directory: string, filter: string | undefined) {
  context.report(2, "Reading the task list");
  const opened = await openForImplement(context, directory);
  if (!opened.ok) return opened;
  const { feature, documents } = opened.value;
  const selected = filterTasks(documents.items, filter);
  if (!selected.ok) return selected;
  const open = selected.value.filter((task) => !task.done);
  const gates = gateTable(documents.checklists);
  if (open.length === 0) {
    context.report(100, "All tasks are already done");
    const result = await resultOf(context, "implement", feature, [], "done");
    return ok({ ...result, selected: selected.value.length, completed: [], left: [], gates });
  }
  const { writer } = context;
  if (!writer) return noModel(context, opened.value, open);
  const passed = await passGates(context, opened.value);
  if (!passed.ok) return passed;
  const worked = await workThrough(context, opened.value, open, writer);
  if (!worked.ok) return worked;
  const { completed, left, by } = worked.value;
  context.report(100, `${count(completed.length, "task")} done`);
  const path = `${feature.directory}/tasks.md`;
  const action = completed.length > 0 ? "updated" : "unchanged";
  const next = left.length > 0 ? "implement" : "done";
  const result = await resultOf(context, "implement", feature, [{ path, action, generated_by: by }], next);
  return ok({ ...result, selected: selected.value.length, completed, left, gates });
}

/** A feature, or a change whose proposal, deltas and design take the place of spec and plan. */
async function openForImplement(context: StepContext, directory: string): Promise<Result<OpenStep>> {
  const change = await openChange(context, "implement", directory);
  if (!change.ok) return change;
  if (change.value === undefined) return openStep(context, "implement", directory);
  const { feature, documents } = change.value;
  const files = await readDocuments(feature);
  if (!files.ok) return files;
  const spec = intentOf(documents);
  return ok({ feature, spec, documents: { ...files.value, spec, plan: documents.design } });
}

/** Without a model no code can be written, so the error lists what to do and in which order. */
function noModel(
  { withheld }: StepContext,
  { feature, documents }: OpenStep,
  open: readonly TaskItem[],
): Result<never> {
  const groups = orderedGroups(open);
  const plan = groups.map((group, index) => groupText(group, index + 1)).join("\n");
  const reason = withheld ?? "No agent or model is connected.";
  const tasks = `${count(open.length, "task")} of ${feature.folder} ${open.length === 1 ? "is" : "are"} open`;
  const message = `${reason} Nothing was implemented.\n${tasks}, in this order:\n${plan}\n\n${gateTable(documents.checklists)}\n`;
  const remedy =
    "Do the tasks yourself and check them off in tasks.md, or connect a model: a client with sampling, or `[model]` in hewto.toml.";
  return fail(
    fault("generator_missing", message, remedy, {
      suggest: { command: "run implement --driver exec", to: "let an installed agent do the tasks" },
      details: { order: groups.map((group) => group.map(({ id }) => id ?? "")) },
    }),
  );
}

/** Before code is written, a person must agree to ignore open checklists. */
async function passGates(
  { elicit }: StepContext,
  { feature, documents }: OpenStep,
): Promise<Result<undefined>> {
  const open = openGates(documents.checklists);
  if (open.length === 0) return ok(undefined);
  const message = `${count(open.length, "checklist")} still open:\n${gateTable(open)}\nImplement anyway?`;
  const requestedSchema = {
    type: "object",
    properties: { proceed: { type: "boolean", title: "Proceed" } },
    required: ["proceed"],
  };
  const reply = await elicit?.("gates", { message, requestedSchema });
  if (reply?.action === "accept" && isRecord(reply.content) && reply.content.proceed === true)
    return ok(undefined);
  const names = open.map(({ name }) => name).join(", ");
  const id = open.find(({ firstOpen }) => firstOpen !== undefined)?.firstOpen;
  return fail(
    fault(
      "prerequisite_missing",
      `Open checklists block the implementation: ${names}.`,
      "Check off the items that hold, then try again.",
      {
        suggest:
          id === undefined
            ? undefined
            : {
                operation: "tasks_toggle",
                args: { id, spec: feature.folder },
                to: "check off the first open item",
              },
      },
    ),
  );
}

interface Worked {
  readonly completed: z.infer<typeof ImplementedTask>[];
  readonly left: z.infer<typeof RemainingTask>[];
  readonly by: string;
}

/** Works task by task, and stops at the first failure of a task that later ones may depend on. */
async function workThrough(
  context: StepContext,
  step: OpenStep,
  open: readonly TaskItem[],
  writer: Writer,
): Promise<Result<Worked>> {
  const { feature, documents } = step;
  const completed: Worked["completed"] = [];
  const left: Worked["left"] = [];
  const texts = {
    "spec.md": documents.spec,
    "plan.md": documents.plan,
    "data-model.md": documents.files.get("data-model.md")?.text,
    "constitution.md": await constitutionOf(feature.workspace),
  };
  let by = LOCAL;
  for (const [index, task] of open.entries()) {
    if (context.signal.aborted) break;
    const entry = { id: task.id ?? "", description: task.description };
    context.report(5 + Math.floor((90 * index) / open.length), `${entry.id} ${entry.description}`);
    const work = await workOnTask(feature.workspace, writer, task, texts);
    if (!work.ok && index === 0 && work.fault.code === "client_refused") return noModel(context, step, open);
    if (work.ok && work.value.edits.length === 0) {
      left.push({ ...entry, done: false, reason: work.value.summary });
      continue;
    }
    const written = work.ok ? await writeTask(context, feature, task, work.value.edits) : work;
    if (work.ok && written.ok) {
      by = work.value.by;
      completed.push({ ...entry, done: true });
    } else if (!written.ok) {
      if (!task.parallel) return stopped(task, written.fault.message, completed);
      left.push({ ...entry, done: false, reason: written.fault.message });
    }
  }
  return ok({ completed, left, by });
}

/** Writes the files of a task and its check mark in one plan. */
async function writeTask(
  context: StepContext,
  feature: Feature,
  task: TaskItem,
  edits: readonly Edit[],
): Promise<Result<undefined>> {
  const documents = await readDocuments(feature);
  const file = documents.ok ? documents.value.files.get("tasks.md") : undefined;
  const current =
    file &&
    readTasks(readMarkdown(file.text)).find(
      (each) => each.id === task.id && each.description === task.description,
    );
  const checked = file && current && toggleTask(file.text, current.line, true);
  if (!file || !checked?.ok)
    return fail(fault("write_conflict", `${task.id} is no longer in tasks.md.`, "Try again."));
  const checkOff: Edit = {
    kind: "write",
    path: inFeature(feature, "tasks.md"),
    content: checked.value,
    expect: file.sha256,
  };
  const written = await commit(
    feature.workspace,
    { label: `implement ${task.id}`, edits: [...edits, checkOff] },
    { signal: context.signal, tool: "speckit.implement" },
  );
  if (!written.ok) return written;
  for (const { path } of written.value.changed) context.touched(path);
  return ok(undefined);
}

function stopped(task: TaskItem, reason: string, completed: Worked["completed"]): Result<never> {
  const done = completed.map(({ id }) => id).join(", ");
  return fail(
    fault(
      "tool_failed",
      `Stopped at ${task.id}: ${reason}${done === "" ? "" : ` Done before it: ${done}.`}`,
      "Fix the cause and implement again. Tasks that are done stay done.",
      { retryable: true },
    ),
  );
}
