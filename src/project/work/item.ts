import * as z from "zod";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** Work in flight, whatever the format of the repository calls it. */
export const workKinds = ["change", "feature", "scratch_pad"] as const;
export type WorkKind = (typeof workKinds)[number];

/** Derived from the files of the item; nothing stores it. */
export const workStates = ["drafting", "ready", "in_progress", "done"] as const;
export type WorkState = (typeof workStates)[number];

export const TaskProgress = z.object({ completed: z.number().int(), total: z.number().int() });
export type TaskProgress = z.infer<typeof TaskProgress>;

export const WorkItem = z.object({
  id: z.string(),
  kind: z.enum(workKinds),
  label: z.string().describe("What its own tool calls it, such as `OpenSpec change`"),
  title: z.string(),
  state: z.enum(workStates),
  next_step: z.string().optional().describe("The next step of a change or feature"),
  progress: TaskProgress,
  valid: z.boolean().optional().describe("Whether its documents have no error; absent: not checked"),
  blocked_by: z.array(z.string()).describe("Work that must be finished first"),
  overlaps: z.array(z.string()).describe("Other work on the same requirements or the same target"),
  modified: z.string().describe("When it was last committed or written, in ISO 8601"),
  authors: z.array(z.string()).optional().describe("Who committed to it, the last one first"),
  worktree: z.string().optional().describe("Folder of the worktree that holds it; absent: this checkout"),
  path: z.string(),
});
export type WorkItem = z.infer<typeof WorkItem>;

/** The state of work whose documents are complete, by its tasks. */
export function stateOf({ completed, total }: TaskProgress): WorkState {
  if (total === 0) return "drafting";
  if (completed === total) return "done";
  return completed === 0 ? "ready" : "in_progress";
}

/** A work item and the folder that holds it, which can be in another worktree. */
export interface Work {
  readonly item: WorkItem;
  readonly workspace: Workspace;
  readonly folder: WorkspacePath;
}
