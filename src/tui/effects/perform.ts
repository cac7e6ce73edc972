import { faultOf } from "../../kernel/fault.ts";
import type { Result } from "../../kernel/result.ts";
import { diskUsage } from "../../workspace/files/disk-usage.ts";
import type { Effect } from "../state/events.ts";
import type { FileLocation, Page } from "../state/model.ts";
import type { ListName } from "../state/rows.ts";
import { pageKey } from "../state/tabs.ts";
import { type EffectContext, type Of, showFault } from "./context.ts";
import { prepareRescue } from "./rescue.ts";

/** Loaded after the first frame: it holds the operations of all rooms. */
const project = () => import("./project.ts");

/** Performs effects and reports their results as events. Never throws: a bug becomes an error dialog. */
export function createPerformer(context: EffectContext): (effect: Effect) => Promise<void> {
  const loadPage = createPageLoader(context);
  const loadList = createListLoader(context);
  return async (effect) => {
    try {
      if (effect.do === "load-page") await loadPage(effect);
      else if (effect.do === "load-list") await loadList(effect.list);
      else await perform(context, effect, loadList);
    } catch (error) {
      await showFault(context, `${effect.do} failed`, faultOf(error));
    }
  };
}

/**
 * Loads pages one after another, and only those of the row that is still selected when their turn comes: holding a
 * key down scrolls through hundreds of rows and loads the last one.
 */
function createPageLoader(context: EffectContext): (effect: Of<"load-page">) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (effect) => {
    const turn = last.then(async () => (await project()).loadVisible(context, effect));
    last = turn.catch(() => {});
    return turn;
  };
}

/**
 * Loads a list. One that is asked for again while it loads is loaded once more afterward, whatever the number of
 * requests: a program that writes many files must not queue many checks.
 */
function createListLoader(context: EffectContext): (list: ListName) => Promise<void> {
  const active = new Map<ListName, Promise<void>>();
  const waiting = new Map<ListName, Promise<void>>();
  const load = async (list: ListName): Promise<void> => {
    const turn = project().then(({ loadRows }) => loadRows(context, list));
    active.set(list, turn);
    try {
      await turn;
    } finally {
      active.delete(list);
    }
  };
  return (list) => {
    const current = active.get(list);
    if (current === undefined) return load(list);
    const queued =
      waiting.get(list) ??
      current
        .catch(() => {})
        .then(() => {
          waiting.delete(list);
          return load(list);
        });
    waiting.set(list, queued);
    return queued;
  };
}

async function perform(
  context: EffectContext,
  effect: Exclude<Effect, Of<"load-page" | "load-list">>,
  loadList: (list: ListName) => Promise<void>,
): Promise<void> {
  const { runtime, dispatch, dialogs, external, screen } = context;
  switch (effect.do) {
    case "load-status":
      return (await project()).loadStatus(context);
    case "load-trees":
      return (await project()).loadTrees(context);
    case "measure-tree": {
      const { path, except } = effect;
      return dispatch({ type: "tree-size", path, bytes: await diskUsage(path, except) });
    }
    case "check-agent": {
      const { checkAgent } = await import("./agent-check.ts");
      return dispatch({
        type: "agent",
        agent: await checkAgent(runtime.workspace, context.env, context.configFile),
      });
    }
    case "toggle":
      return toggle(context, effect);
    case "start-run":
      return (await context.runs()).start(effect.run);
    case "cancel-run":
      return (await context.runs()).cancel(effect.id, effect.force);
    case "extend-run":
      return (await context.runs()).extend(effect.id);
    case "answer":
      return dialogs.answer(effect.questionId, effect.answer);
    case "after":
      return void setTimeout(() => dispatch(effect.event), effect.ms).unref();
    case "copy":
      return screen.copy(effect.text);
    case "suspend":
      return screen.suspend();
    case "redraw":
      return screen.redraw();
    case "quit":
      return context.quit();
    case "external-edit":
      return useTerminal(context, "The editor", external.edit(effect.file, effect.line));
    case "shell":
      return useTerminal(context, "The shell", external.shell(effect.cwd));
    case "open-editor":
      return openEditor(context, effect.file);
    case "save":
      return save(context, effect);
    case "search": {
      const { searchAll } = await import("./search.ts");
      return dispatch({
        type: "search-results",
        query: effect.query,
        ...(await searchAll(runtime, effect.query)),
      });
    }
    case "index": {
      const { buildIndex } = await import("./search.ts");
      return dispatch({ type: "index-built", note: await buildIndex(runtime) });
    }
    case "open-hit":
      return openHit(context, effect.path, effect.line);
    case "load-operations":
      return dispatch({ type: "operations", operations: await (await project()).listOperations() });
    case "run-operation":
      return (await project()).callOperation(context, effect);
    case "validate":
    case "fix":
    case "archive":
    case "archive-now":
    case "undo":
    case "new-work":
      return (await project()).changeWork(context, effect, loadList);
    default:
      return (await project()).changeTrees(context, effect, loadList);
  }
}

async function useTerminal(
  context: EffectContext,
  program: string,
  running: Promise<Result<unknown>>,
): Promise<void> {
  const result = await running;
  if (!result.ok) await showFault(context, `${program} could not be started`, result.fault);
  context.screen.redraw();
  context.dispatch({ type: "reload" });
}

async function toggle(context: EffectContext, effect: Of<"toggle">): Promise<void> {
  const { toggleLine } = await import("./files.ts");
  const toggled = await toggleLine(effect.file, effect.line, effect.text, effect.done);
  if (!toggled.ok) await showFault(context, "The task was not ticked", toggled.fault);
  context.dispatch({ type: "reload" });
}

async function openEditor(context: EffectContext, file: FileLocation): Promise<void> {
  const { readFile } = await import("./files.ts");
  const content = await readFile(file);
  if (!content.ok) return showFault(context, "The file cannot be edited", content.fault);
  context.dispatch({ type: "editor-opened", file, ...content.value });
  await prepareRescue(context.runtime.workspace);
}

async function save(context: EffectContext, { file, text, expect }: Of<"save">): Promise<void> {
  const { dispatch } = context;
  const { readFile, saveFile } = await import("./files.ts");
  const saved = await saveFile(file, text, expect);
  if (saved.ok) return dispatch({ type: "saved", text, sha256: saved.value });
  if (saved.fault.code !== "write_conflict")
    return showFault(context, "The text was not saved", saved.fault, true);
  const current = await readFile(file);
  dispatch({ type: "save-conflict", ...(current.ok ? current.value : { text: "", sha256: "absent" }) });
}

async function openHit({ runtime, dispatch }: EffectContext, path: string, line: number): Promise<void> {
  const { filePage } = await import("./text-page.ts");
  const absent: Page = { kind: "absent", message: `${path} no longer exists.`, hint: "Search again." };
  const page = await filePage({ root: runtime.workspace.root, path }, absent, { at: line });
  dispatch({ type: "page", key: pageKey("", "result"), page });
}
