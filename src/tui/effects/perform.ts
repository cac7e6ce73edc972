import { type Fault, faultOf } from "../../kernel/fault.ts";
import type { Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { diskUsage } from "../../workspace/files/disk-usage.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import type { Effect, Event } from "../state/events.ts";
import type { FileLocation, Page, State } from "../state/model.ts";
import { currentKey } from "../state/select.ts";
import { pageKey } from "../state/tabs.ts";
import type { External } from "./external.ts";
import { prepareRescue } from "./rescue.ts";
import type { Runs } from "./runs.ts";
import type { Dispatch, UserDialogs } from "./user-dialogs.ts";

type Of<K extends Effect["do"]> = Extract<Effect, { do: K }>;

export interface EffectContext {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile: string | undefined;
  readonly dispatch: Dispatch;
  readonly state: () => State;
  readonly dialogs: UserDialogs;
  /** Loaded on first use: the client is large and the first frame does not need it. */
  readonly runs: () => Promise<Runs>;
  readonly external: External;
  readonly screen: {
    readonly copy: (text: string) => void;
    readonly redraw: () => void;
    readonly suspend: () => void;
  };
  readonly quit: () => void;
}

/** Performs effects and reports their results as events. Never throws: a bug becomes an error dialog. */
export function createPerformer(context: EffectContext): (effect: Effect) => Promise<void> {
  const loadPage = createPageLoader(context);
  return async (effect) => {
    try {
      await (effect.do === "load-page" ? loadPage(effect) : perform(context, effect));
    } catch (error) {
      await showFault(context, `${effect.do} failed`, faultOf(error));
    }
  };
}

/**
 * Loads pages one after another, and only those that are still visible when their turn comes: holding a key
 * down scrolls through hundreds of specs and loads the last one.
 */
function createPageLoader({
  runtime,
  dispatch,
  state,
}: EffectContext): (effect: Of<"load-page">) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const load = async (effect: Of<"load-page">) => {
    if (currentKey(state()) !== effect.key) return;
    const { loadPage } = await import("./pages.ts");
    dispatch({
      type: "page",
      key: effect.key,
      page: await loadPage({ runtime, keymap: state().keymap }, effect),
    });
  };
  return (effect) => {
    const turn = last.then(() => load(effect));
    last = turn.catch(() => {});
    return turn;
  };
}

async function perform(context: EffectContext, effect: Exclude<Effect, Of<"load-page">>): Promise<void> {
  const { runtime, dispatch, dialogs, external, screen } = context;
  switch (effect.do) {
    case "load-features":
      return loadFeatures(context);
    case "load-trees":
      return loadTrees(context);
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
    default:
      return changeTrees(context, effect);
  }
}

async function changeTrees(
  context: EffectContext,
  effect: Of<"new-feature" | "switch-tree" | "use-tree" | "copy-spec" | "remove-tree">,
): Promise<void> {
  const { runtime, dispatch } = context;
  const trees = await import("./trees.ts");
  const titles = {
    "new-feature": "The spec could not be created",
    "switch-tree": "The worktree could not be created",
    "use-tree": "The worktree cannot be used",
    "copy-spec": "The spec could not be copied",
    "remove-tree": "The worktree was not deleted",
  } as const;
  const run = (): Promise<Result<Event>> => {
    switch (effect.do) {
      case "new-feature":
        return trees.newFeature(runtime, effect.description, effect.worktree);
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
  await loadFeatures(context);
}

async function loadFeatures(context: EffectContext): Promise<void> {
  const { runtime, dispatch } = context;
  const { featureNames, featureRows } = await import("./lists.ts");
  dispatch({ type: "features", rows: await featureNames(runtime), complete: false });
  const rows = await featureRows(runtime);
  if (rows.ok) dispatch({ type: "features", rows: rows.value, complete: true });
  else {
    dispatch({ type: "features-failed" });
    await showFault(context, "The specs could not be read", rows.fault);
  }
}

async function loadTrees({ runtime, dispatch }: EffectContext): Promise<void> {
  const { treeRows } = await import("./lists.ts");
  dispatch({ type: "branch", branch: (await gitStatus(runtime.workspace)).branch });
  const rows = await treeRows(runtime);
  dispatch({ type: "trees", rows: rows.ok ? rows.value : [] });
  if (!rows.ok) dispatch({ type: "notice", text: rows.fault.message, bad: true });
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

async function showFault(
  { dispatch, state }: EffectContext,
  title: string,
  fault: Fault,
  isAnswer = false,
): Promise<void> {
  const { wordFault } = await import("./call.ts");
  const { message, remedy, code, path, subject, details } = await wordFault(fault, state().keymap);
  const card = {
    title,
    message,
    hint: remedy,
    details: JSON.stringify({ code, path, subject, details }, null, 2),
  };
  dispatch({ type: "card", card, isAnswer });
}
