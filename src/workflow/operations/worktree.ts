import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { findFeature } from "../feature.ts";
import { addWorktree, listWorktrees, removeWorktree, worktreeStatus } from "../worktrees.ts";

const Status = z.object({
  modified: z.number(),
  staged: z.number(),
  untracked: z.number(),
  ahead: z.number(),
  behind: z.number(),
});
const Entry = z.object({
  path: z.string(),
  branch: z.string().optional(),
  main: z.boolean(),
  detached: z.boolean(),
  locked: z.string().optional(),
  prunable: z.string().optional(),
  status: Status.optional(),
});

export const TreeList = z.object({ worktrees: z.array(Entry) });

export const listTrees = operation({
  name: "worktree_list",
  title: "Worktrees",
  summary: "Lists the worktrees of this repository and their uncommitted changes.",
  icon: "workflow",
  effects: reading,
  served: { never: "people decide where work happens" },
  cli: { words: "worktree list" },
  input: z.object({}),
  output: TreeList,
  run: async (context) => {
    const listed = await listWorktrees(context.workspace);
    if (!listed.ok) return listed;
    const worktrees = await Promise.all(
      listed.value.map(async ({ head: _, ...each }) => {
        const status = each.prunable === undefined ? await worktreeStatus(each.path) : undefined;
        return { ...each, status: status?.ok ? status.value : undefined };
      }),
    );
    return ok({ worktrees });
  },
  text: ({ worktrees }) =>
    worktrees.length === 0
      ? "No worktrees: not a git repository."
      : worktrees
          .map(({ path, branch, main, detached, locked, prunable, status }) => {
            const dirty =
              status && status.modified + status.staged + status.untracked > 0
                ? "dirty"
                : status
                  ? "clean"
                  : "";
            const sync =
              status && (status.ahead > 0 || status.behind > 0) ? `↑${status.ahead}↓${status.behind}` : "";
            const marks = [
              main ? "main" : "",
              detached ? "detached" : "",
              dirty,
              sync,
              locked === undefined ? "" : "locked",
              prunable === undefined ? "" : "gone",
            ];
            return `${branch ?? "-"} ${path} (${marks.filter((mark) => mark !== "").join(", ")})`;
          })
          .join("\n"),
});

export const addTree = operation({
  name: "worktree_add",
  title: "Add a worktree",
  summary: "Creates the worktree .worktrees/<feature> on the branch <feature>, or finds the existing one.",
  icon: "workflow",
  effects: { ...writing, idempotent: true },
  served: { never: "people decide where work happens" },
  cli: { words: "worktree add", positionals: ["name"] },
  input: z.object({ name: z.string().describe("A feature (folder or number), or the name of a branch") }),
  output: z.object({
    path: z.string(),
    branch: z.string(),
    created: z.boolean(),
    excluded: z.string().optional().describe("Git's exclude file, if a line for the worktrees was added"),
  }),
  run: async (context, { name }) => {
    const feature = await findFeature(context.workspace, name, context.workspace.root);
    // A number must be that of a feature: it is never meant as the name of a branch.
    if (!feature.ok && /^\d+$/.test(name)) return feature;
    const branch = feature.ok ? feature.value.folder : name;
    const added = await addWorktree(context.workspace, branch);
    if (!added.ok) return added;
    const { worktree, created, excluded } = added.value;
    return ok({ path: worktree.path, branch, created, excluded });
  },
  text: ({ path, branch, created, excluded }) =>
    [
      `${created ? "Created" : "Already exists:"} ${branch} at ${path}`,
      ...(excluded === undefined
        ? []
        : [`Updated ${excluded}, so that git status does not list the worktrees.`]),
      `cd ${path}`,
    ].join("\n"),
});

export const removeTree = operation({
  name: "worktree_remove",
  title: "Remove a worktree",
  summary: "Removes a worktree that is clean and not in use; its branch stays.",
  icon: "workflow",
  effects: { ...writing, destructive: true },
  served: { never: "people decide where work happens" },
  cli: { words: "worktree remove", positionals: ["name"] },
  input: z.object({
    name: z.string().describe("Branch, folder, number of the feature, or path of the worktree"),
    force: z.boolean().default(false).describe("Discard uncommitted changes"),
  }),
  output: z.object({ path: z.string(), branch: z.string().optional() }),
  run: async (context, { name, force }) => {
    const removed = await removeWorktree(context.workspace, name, force);
    return removed.ok ? ok({ path: removed.value.path, branch: removed.value.branch }) : removed;
  },
  text: ({ path, branch }) => `Removed ${path}${branch ? `; the branch ${branch} stays` : ""}.`,
});
