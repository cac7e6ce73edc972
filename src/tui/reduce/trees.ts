import { count } from "../../kernel/text.ts";
import { lineInput } from "../state/line-input.ts";
import type { State, TreeRow } from "../state/model.ts";
import { activeRuns, selectedFeature, selectedTree } from "../state/select.ts";
import { type Change, notify, pushModal, to, working } from "./change.ts";

/** Worktrees: going to one, and taking one away. */

/** From the list of specs: to the worktree of the selected one, made if need be. From the list of worktrees: there. */
export function switchTree(state: State): Change {
  if (state.pane === "worktrees") {
    const tree = selectedTree(state);
    if (!tree) return to(state);
    if (tree.prunable !== undefined) return notify(state, `${tree.path} is gone from the disk.`, true);
    return to(state, { do: "use-tree", path: tree.path, branch: tree.branch });
  }
  const feature = selectedFeature(state);
  if (!feature) return notify(state, "There is no spec to switch to.");
  const { folder, directory } = feature;
  return working(state, `Going to the worktree of ${folder}…`, { do: "switch-tree", folder, directory });
}

/** What the selected worktree takes on the disk is counted when somebody looks at it, once. */
export function measureSelected({ state, effects }: Change): Change {
  const tree = state.pane === "worktrees" ? selectedTree(state) : undefined;
  if (!tree || tree.prunable !== undefined || tree.path in state.treeSizes) return { state, effects };
  const except = state.trees.flatMap(({ path }) => (path === tree.path ? [] : [path]));
  const treeSizes = { ...state.treeSizes, [tree.path]: undefined };
  return {
    state: { ...state, treeSizes },
    effects: [...effects, { do: "measure-tree", path: tree.path, except }],
  };
}

/** `12.4 MB`, or nothing while it is not known. */
export function treeSize({ treeSizes }: State, { path }: TreeRow): string {
  const bytes = treeSizes[path];
  if (bytes === undefined) return "";
  const [unit, name] = bytes < 1e6 ? [1e3, "kB"] : bytes < 1e9 ? [1e6, "MB"] : [1e9, "GB"];
  return `${(bytes / unit).toFixed(1)} ${name}`;
}

export function askToDelete(state: State): Change {
  const tree = selectedTree(state);
  const why = tree ? inUse(state, tree) : "there is none";
  if (!tree || why !== undefined) return notify(state, `The worktree cannot be deleted: ${why}.`, true);
  const { modified = 0, staged = 0, untracked = 0 } = tree.status ?? {};
  const changes = modified + staged + untracked;
  if (changes > 0) {
    const force = state.keymap.label("force-delete");
    const files = count(changes, "uncommitted file");
    return notify(
      state,
      `It has ${files}. Commit first, or ${force} deletes it with everything in it.`,
      true,
    );
  }
  const size = treeSize(state, tree);
  const lines = [
    tree.path,
    tree.status ? "It is clean." : "Whether it is clean is not known.",
    ...(size === "" ? [] : [`It takes ${size} on the disk.`]),
    `The branch ${tree.branch ?? "(none)"} stays.`,
  ];
  const purpose = { kind: "delete" as const, path: tree.path, branch: tree.branch ?? "" };
  return to(pushModal(state, { kind: "confirm", purpose, title: "Delete this worktree?", lines }));
}

export function askToForceDelete(state: State): Change {
  const tree = selectedTree(state);
  const why = tree ? inUse(state, tree) : "there is none";
  if (!tree || why !== undefined) return notify(state, `The worktree cannot be deleted: ${why}.`, true);
  const branch = tree.branch ?? tree.path.split("/").at(-1) ?? "";
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: "force-delete", path: tree.path, branch },
      title: "Delete the worktree with everything uncommitted in it",
      hint: `Type ${branch} to do it.`,
      input: lineInput(),
    }),
  );
}

/** Why a worktree must stay; undefined when it may go. */
export function inUse(state: State, tree: TreeRow): string | undefined {
  if (tree.main) return "it is the main checkout";
  if (tree.path === state.project.root) return "it is the one that Hewto was started in";
  if (tree.path === state.activeRoot) return "it is the active one; switch to another first";
  if (tree.locked !== undefined) return `it is locked${tree.locked === "" ? "" : ` (${tree.locked})`}`;
  const run = activeRuns(state).find(({ directory }) => directory.startsWith(`${tree.path}/`));
  return run && `${run.step} of ${run.folder} is running in it`;
}
