import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { readText } from "../../workspace/files/files.ts";
import { childPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { outputsOf, writesDeltas } from "./outputs.ts";
import { applyRequires, type ChangePlan } from "./plan.ts";

export interface ApplyTask {
  /** Its position among the tasks that have a text. */
  readonly id: string;
  readonly description: string;
  readonly done: boolean;
  /** Relative to the folder of the change. */
  readonly file: string;
  readonly line: number;
}

/** How far the work on a change is, by the boxes of what its schema tracks. */
export interface ApplyState {
  readonly state: "blocked" | "ready" | "all_done";
  readonly tracks: string | undefined;
  readonly tasks: readonly ApplyTask[];
  readonly progress: { readonly total: number; readonly complete: number; readonly remaining: number };
  /** Required artifacts that are not there. */
  readonly missing: readonly string[];
  /** Those and everything that they need, in the order to write them. */
  readonly missingChain: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  readonly warnings: readonly string[];
}

export async function applyState(workspace: Workspace, plan: ChangePlan): Promise<ApplyState> {
  const tracks = plan.found.schema.apply?.tracks ?? undefined;
  const required = applyRequires(plan);
  const missing = required.filter((id) => {
    const state = plan.artifacts.find(({ artifact }) => artifact.id === id)?.state;
    return state === "ready" || state === "blocked";
  });
  const files = tracks === undefined ? [] : outputsOf(tracks, plan.files);
  const { tasks, unreadable } = await readTracked(workspace, plan, files);
  const listed = tasks.filter(({ description }) => description !== "");
  const complete = tasks.filter(({ done }) => done).length;
  const remaining = tasks.length - complete;
  const isBlocked = missing.length > 0 || (tracks !== undefined && listed.length === 0);
  const isDone = tracks !== undefined && unreadable.length === 0 && remaining === 0;
  const state = isBlocked ? "blocked" : isDone ? "all_done" : "ready";
  return {
    state,
    tracks,
    tasks: listed.map((task, index) => ({ ...task, id: String(index + 1) })),
    progress: { total: tasks.length, complete, remaining },
    missing,
    missingChain: missingChain(plan, required),
    unreadable,
    warnings: state === "blocked" ? [] : warningsOf(plan),
  };
}

async function readTracked(workspace: Workspace, { change }: ChangePlan, files: readonly string[]) {
  const tasks: Omit<ApplyTask, "id">[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  for (const file of files) {
    const path = childPath(change.entry.path, file);
    const text = await readText(workspace, path, { lossy: true });
    if (!text.ok) unreadable.push({ path, reason: text.fault.message });
    for (const task of text.ok ? readTasks(readMarkdown(text.value.text)) : []) {
      const description = [task.text, task.continuation].filter((part) => part !== "").join(" ");
      tasks.push({ description, done: task.done, file, line: task.line });
    }
  }
  return { tasks, unreadable };
}

/** A change whose tasks were written before its deltas looks ready, but cannot be archived. */
function warningsOf({ change, artifacts }: ChangePlan): string[] {
  const deltas = artifacts.filter(({ artifact }) => writesDeltas(artifact.generates));
  if (deltas.length === 0 || deltas.some(({ state }) => state === "skipped")) return [];
  const misplaced = change.misplacedDeltas.map(
    (path) => `\`${path}\` is not the \`spec.md\` of a capability, so it would never be applied.`,
  );
  if (deltas.some(({ state }) => state === "done")) return misplaced;
  const missing =
    "The change has no deltas and does not declare `skip_specs: true` in `.openspec.yaml`, so it is not valid. Write the deltas first, or declare it.";
  return [...misplaced, missing];
}

function missingChain({ artifacts }: ChangePlan, required: readonly string[]): string[] {
  const needed = new Set(required);
  // Artifacts come after what they require, so one walk backwards finds everything.
  for (const { artifact } of [...artifacts].reverse())
    if (needed.has(artifact.id)) for (const id of artifact.requires) needed.add(id);
  return artifacts
    .filter(({ artifact, state }) => needed.has(artifact.id) && (state === "ready" || state === "blocked"))
    .map(({ artifact }) => artifact.id);
}
