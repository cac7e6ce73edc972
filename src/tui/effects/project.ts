import type { Result } from "../../kernel/result.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import type { Event } from "../state/events.ts";
import type { ListName } from "../state/rows.ts";
import { currentKey, currentTab, openItemOf, selectedRow } from "../state/select.ts";
import { pageKey } from "../state/tabs.ts";
import { type EffectContext, type Of, showFault } from "./context.ts";
import { loadTabs } from "./details.ts";
import * as lists from "./lists.ts";
import { runOperation } from "./operations.ts";
import { loadPage, pageOfFault } from "./pages.ts";
import * as trees from "./trees.ts";
import * as work from "./work.ts";

export { listOperations } from "./operations.ts";

/** Loads the tabs of the row, then the page of the tab that is visible with them. */
export async function loadVisible(
  { runtime, dispatch, state }: EffectContext,
  { row }: Of<"load-page">,
): Promise<void> {
  if (selectedRow(state())?.key !== row?.key) return;
  const context = { runtime, keymap: state().keymap };
  if (row) {
    const tabs = await loadTabs(runtime, row);
    if (selectedRow(state())?.key !== row.key) return;
    if (!tabs.ok)
      return dispatch({
        type: "page",
        key: currentKey(state()),
        page: await pageOfFault(context, tabs.fault),
      });
    dispatch({ type: "detail", row: row.key, tabs: tabs.value });
  }
  const tab = currentTab(state());
  if (!tab || tab.id === "result") return;
  const key = currentKey(state());
  const page = await loadPage(context, { row, tab, item: openItemOf(state()) ?? "" });
  dispatch({ type: "page", key, page });
}

export async function loadRows(context: EffectContext, list: ListName): Promise<void> {
  const { runtime, dispatch } = context;
  const loaders = {
    project: () => lists.projectRows(runtime, true),
    skills: () => lists.skillRows(runtime),
    findings: () => lists.findingRows(runtime),
    archive: () => lists.archiveRows(runtime),
  };
  if (list === "project" && context.state().loaded.lists.project === undefined) {
    // Validating many changes takes seconds, in which the list can be used.
    const names = await lists.projectRows(runtime, false);
    if (names.ok) dispatch({ type: "rows", list, rows: names.value });
  }
  const rows = await loaders[list]();
  if (rows.ok) dispatch({ type: "rows", list, rows: rows.value });
  else {
    dispatch({ type: "rows-failed", list });
    const titles = { project: "specs", skills: "skills", findings: "findings", archive: "archived changes" };
    await showFault(context, `The ${titles[list]} could not be read`, rows.fault);
  }
}

export async function loadStatus({ runtime, dispatch }: EffectContext): Promise<void> {
  const status = await lists.projectFacts(runtime);
  if (status.ok) dispatch({ type: "status", status: status.value });
}

export async function loadTrees({ runtime, dispatch }: EffectContext): Promise<void> {
  dispatch({ type: "branch", branch: (await gitStatus(runtime.workspace)).branch });
  const rows = await lists.treeRows(runtime);
  dispatch({ type: "trees", rows: rows.ok ? rows.value : [] });
  if (!rows.ok) dispatch({ type: "notice", text: rows.fault.message, bad: true });
}

export async function changeTrees(
  context: EffectContext,
  effect: Of<"switch-tree" | "use-tree" | "copy-spec" | "remove-tree">,
  loadList: (list: ListName) => Promise<void>,
): Promise<void> {
  const { runtime, dispatch } = context;
  const titles = {
    "switch-tree": "The worktree could not be created",
    "use-tree": "The worktree cannot be used",
    "copy-spec": "The spec could not be copied",
    "remove-tree": "The worktree was not deleted",
  } as const;
  const run = (): Promise<Result<Event>> => {
    switch (effect.do) {
      case "switch-tree":
        return trees.switchTree(runtime, effect.folder, effect.directory);
      case "use-tree":
        return trees.useTree(effect.path, effect.branch);
      case "copy-spec":
        return trees.copySpec(runtime, effect.folder, effect.from, effect.to);
      case "remove-tree":
        return trees.removeTreeAt(runtime, effect.path, effect.force);
    }
  };
  const result = await run();
  if (!result.ok) return showFault(context, titles[effect.do], result.fault);
  dispatch(result.value);
  // Part of the effect: keys that wait for it act on the list as it is afterwards.
  await loadList("project");
}

export async function changeWork(
  context: EffectContext,
  effect: Of<"validate" | "fix" | "archive" | "archive-now" | "undo" | "new-work">,
  loadList: (list: ListName) => Promise<void>,
): Promise<void> {
  const { runtime, dispatch } = context;
  const titles = {
    validate: "It could not be validated",
    fix: "The change could not be fixed",
    archive: "It cannot be archived",
    "archive-now": "The change was not archived",
    undo: "The archive was not undone",
    "new-work":
      effect.do === "new-work" && effect.format !== "feature"
        ? `The ${effect.format} could not be created`
        : "The spec could not be created",
  } as const;
  const run = (): Promise<Result<Event>> => {
    switch (effect.do) {
      case "validate":
        return work.validate(runtime, effect.row);
      case "fix":
        return work.fix(runtime, effect);
      case "archive":
        return work.previewArchive(runtime, effect.row);
      case "archive-now":
        return work.archiveNow(runtime, effect);
      case "undo":
        return work.undo(runtime, effect);
      case "new-work":
        return work.newWork(runtime, effect);
    }
  };
  const result = await run();
  if (!result.ok) return showFault(context, titles[effect.do], result.fault, true);
  dispatch(result.value);
  if (effect.do === "new-work") await loadList("project");
}

export async function callOperation(
  context: EffectContext,
  { call, writes }: Of<"run-operation">,
): Promise<void> {
  const page = await runOperation(context.runtime, call, writes);
  if (!page.ok) return showFault(context, `${call.name} failed`, page.fault, true);
  context.dispatch({ type: "page", key: pageKey("", "result"), page: page.value });
  if (writes) context.dispatch({ type: "reload" });
}
