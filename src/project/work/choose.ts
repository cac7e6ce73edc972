import { isAbsolute } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { shownId } from "../../specs/ids.ts";
import { activeFeature } from "../../workflow/active-feature.ts";
import { findFeature } from "../../workflow/feature.ts";
import { collectWork } from "./collect.ts";
import { workOf } from "./feature-work.ts";
import { findWork } from "./find.ts";
import type { Work } from "./item.ts";
import { matchTasks, tasksOf } from "./tasks.ts";

/**
 * The work item that a task belongs to: the named one, the active feature, the only item, or the only one that has
 * such a task. Anything else is ambiguous.
 */
export async function chooseWork(
  context: Context,
  name: string | undefined,
  task: string,
): Promise<Result<Work>> {
  const { workspace } = context;
  const works = await collectWork(context, { review: "none" });
  if (!works.ok) return works;
  if (name !== undefined) {
    const found = findWork(works.value, name);
    if (found.ok || !isAbsolute(name)) return found;
    const feature = await findFeature(workspace, name, workspace.root);
    return feature.ok ? ok(await workOf(workspace, feature.value)) : feature;
  }
  const feature = await activeFeature(workspace);
  if (!feature.ok && feature.fault.code === "feature_not_found") return feature;
  const active = feature.ok ? await workOf(workspace, feature.value) : undefined;
  if (active && (await hasTask(active, task))) return ok(active);
  const [only, ...others] = works.value;
  if (only && others.length === 0) return ok(only);
  const holders: Work[] = [];
  for (const work of works.value) if (await hasTask(work, task)) holders.push(work);
  const [holder, ...rivals] = holders;
  if (holder && rivals.length === 0) return ok(holder);
  if (active && holders.length === 0) return ok(active);
  return whichWork(task, holders.length === 0 ? works.value : holders, holders.length > 0);
}

async function hasTask(work: Work, task: string): Promise<boolean> {
  const tasks = await tasksOf(work);
  return tasks.ok && matchTasks(tasks.value, task).length > 0;
}

const maxCandidates = 10;

function whichWork(task: string, works: readonly Work[], haveTask: boolean): Result<never> {
  const ids = works.map(({ item }) => item.id);
  const listed = ids.slice(0, maxCandidates).map((id) => `\`${id}\``);
  const more = ids.length > maxCandidates ? ` and ${ids.length - maxCandidates} more` : "";
  const extra = {
    subject: { task },
    details: { candidates: ids },
    suggest: { operation: "list_work", to: "see what is in flight" },
  };
  if (works.length === 0)
    return fail(fault("task_not_found", "Nothing is in flight, so there are no tasks.", "", extra));
  const message = haveTask
    ? `\`${shownId(task)}\` is a task of ${listed.join(", ")}${more}.`
    : `No work in flight has a task \`${shownId(task)}\`.`;
  const remedy = haveTask ? "Name the work item too." : `In flight: ${listed.join(", ")}${more}.`;
  return fail(fault(haveTask ? "ambiguous_id" : "task_not_found", message, remedy, extra));
}
