import { count } from "../../kernel/text.ts";
import { lineInput } from "../state/line-input.ts";
import type { State } from "../state/model.ts";
import { reasonToKeep, selectedRow, selectedTree, treeSize } from "../state/select.ts";
import { type Change, notify, notifyAndStart, pushModal, to } from "./change.ts";

/** Switches to the selected worktree, or to that of the selected spec, which is created if needed. */
export function switchTree(state: State): Change {
  if (state.pane === "worktrees") {
    const tree = selectedTree(state);
    if (!tree) return to(state);
    if (tree.prunable !== undefined) return notify(state, `${tree.path} is missing on disk.`, true);
    return to(state, { do: "use-tree", path: tree.path, branch: tree.branch });
  }
  const row = selectedRow(state);
  if (row?.kind !== "feature") return notify(state, "There is no spec to switch to: select a feature.");
  const { name: folder, directory } = row;
  return notifyAndStart(state, `Switching to the worktree of ${folder}…`, {
    do: "switch-tree",
    folder,
    directory,
  });
}

/** Measures the selected worktree the first time it is selected. */
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

export function askToDelete(state: State): Change {
  const tree = selectedTree(state);
  const why = tree ? reasonToKeep(state, tree) : "none is selected";
  if (!tree || why !== undefined) return notify(state, `The worktree cannot be deleted: ${why}.`, true);
  const { modified = 0, staged = 0, untracked = 0 } = tree.status ?? {};
  const changes = modified + staged + untracked;
  if (changes > 0) {
    const force = state.keymap.label("force-delete");
    const files = count(changes, "uncommitted file");
    return notify(
      state,
      `It has ${files}. Commit first, or press ${force} to delete it with everything in it.`,
      true,
    );
  }
  const size = treeSize(state, tree);
  const lines = [
    tree.path,
    tree.status ? "It is clean." : "Its status is unknown.",
    ...(size === "" ? [] : [`It uses ${size} on disk.`]),
    `The branch ${tree.branch ?? "(none)"} stays.`,
  ];
  const purpose = { kind: "delete" as const, path: tree.path, branch: tree.branch ?? "" };
  return to(pushModal(state, { kind: "confirm", purpose, title: "Delete this worktree?", lines, top: 0 }));
}

export function askToForceDelete(state: State): Change {
  const tree = selectedTree(state);
  const why = tree ? reasonToKeep(state, tree) : "none is selected";
  if (!tree || why !== undefined) return notify(state, `The worktree cannot be deleted: ${why}.`, true);
  const branch = tree.branch ?? tree.path.split("/").at(-1) ?? "";
  return to(
    pushModal(state, {
      kind: "prompt",
      purpose: { kind: "force-delete", path: tree.path, branch },
      title: "Delete the worktree with everything uncommitted in it",
      hint: `Type ${branch} to confirm.`,
      input: lineInput(),
    }),
  );
}
