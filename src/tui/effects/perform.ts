import { type Fault, faultOf } from "../../kernel/fault.ts";
import type { Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { diskUsage } from "../../workspace/files/disk-usage.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import type { Effect, Event } from "../state/events.ts";
import type { FilePlace, Page } from "../state/model.ts";
import { pageKey } from "../state/tabs.ts";
import type { External } from "./external.ts";
import type { Desk, Dispatch } from "./person.ts";
import { prepareRescue } from "./rescue.ts";
import type { Runs } from "./runs.ts";

export interface Outside {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile: string | undefined;
  readonly dispatch: Dispatch;
  readonly desk: Desk;
  readonly loadPage: (wanted: Extract<Effect, { do: "load-page" }>) => Promise<void>;
  /** Made when first needed: the client is large and the first frame does not need it. */
  readonly runs: () => Promise<Runs>;
  readonly external: External;
  readonly screen: {
    readonly copy: (text: string) => void;
    readonly redraw: () => void;
    readonly suspend: () => void;
  };
  readonly quit: () => void;
}

/** Does what the app wants done, and tells it what came of it. Never throws: a bug becomes an error card. */
export async function perform(outside: Outside, effect: Effect): Promise<void> {
  try {
    await carryOut(outside, effect);
  } catch (thrown) {
    tell(outside.dispatch, `${effect.do} failed`, faultOf(thrown));
  }
}

async function carryOut(outside: Outside, effect: Effect): Promise<void> {
  const { runtime, dispatch, desk, external, screen } = outside;
  switch (effect.do) {
    case "load-features":
      return loadFeatures(outside);
    case "load-trees":
      return loadTrees(outside);
    case "measure-tree": {
      const { path, except } = effect;
      return dispatch({ type: "tree-size", path, bytes: await diskUsage(path, except) });
    }
    case "load-page":
      return outside.loadPage(effect);
    case "check-agent": {
      const { checkAgent } = await import("./agent-check.ts");
      return dispatch({
        type: "agent",
        agent: await checkAgent(runtime.workspace, outside.env, outside.configFile),
      });
    }
    case "toggle":
      return toggle(outside, effect);
    case "start-run":
      return (await outside.runs()).start(effect.run);
    case "cancel-run":
      return (await outside.runs()).cancel(effect.id, effect.force);
    case "extend-run":
      return (await outside.runs()).extend(effect.id);
    case "answer":
      return desk.answer(effect.ask, effect.answer);
    case "after":
      return void setTimeout(() => dispatch(effect.event), effect.ms).unref();
    case "copy":
      return screen.copy(effect.text);
    case "suspend":
      return screen.suspend();
    case "redraw":
      return screen.redraw();
    case "quit":
      return outside.quit();
    case "external-edit":
      report(dispatch, "The editor", await external.edit(effect.place, effect.line));
      return reload(outside);
    case "shell":
      report(dispatch, "The shell", await external.shell(effect.cwd));
      return reload(outside);
    case "open-editor":
      return openEditor(outside, effect.place);
    case "save":
      return save(outside, effect);
    case "search": {
      const { searchAll } = await import("./search.ts");
      return dispatch({ type: "hits", query: effect.query, ...(await searchAll(runtime, effect.query)) });
    }
    case "index": {
      const { buildIndex } = await import("./search.ts");
      return dispatch({ type: "indexed", note: await buildIndex(runtime) });
    }
    case "open-found":
      return openFound(outside, effect.path, effect.line);
    default:
      return changeTrees(outside, effect);
  }
}

async function changeTrees(
  outside: Outside,
  effect: Extract<Effect, { do: "new-feature" | "switch-tree" | "use-tree" | "copy-spec" | "remove-tree" }>,
): Promise<void> {
  const { runtime, dispatch } = outside;
  const trees = await import("./trees.ts");
  const titles = {
    "new-feature": "The spec could not be made",
    "switch-tree": "The worktree could not be made",
    "use-tree": "The worktree cannot be used",
    "copy-spec": "The spec could not be copied",
    "remove-tree": "The worktree was not deleted",
  } as const;
  const outcome = (): Promise<Result<Event>> => {
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
  const done = await outcome();
  if (!done.ok) return tell(dispatch, titles[effect.do], inTheApp(done.fault));
  dispatch(done.value);
  // Part of it: the keys that wait for it are meant for the spec as it is afterwards.
  await loadFeatures(outside);
}

/** A remedy that names a flag of the command line names the key instead. */
function inTheApp(fault: Fault): Fault {
  if (fault.code !== "worktree_busy") return fault;
  return { ...fault, remedy: fault.remedy.replace("add --force to lose it", "delete it with D and lose it") };
}

async function loadFeatures({ runtime, dispatch }: Outside): Promise<void> {
  const { featureNames, featureRows } = await import("./lists.ts");
  dispatch({ type: "features", rows: await featureNames(runtime), complete: false });
  const rows = await featureRows(runtime);
  if (rows.ok) dispatch({ type: "features", rows: rows.value, complete: true });
  else {
    dispatch({ type: "features-unread" });
    tell(dispatch, "The specs could not be read", rows.fault);
  }
}

async function loadTrees({ runtime, dispatch }: Outside): Promise<void> {
  const { treeRows } = await import("./lists.ts");
  dispatch({ type: "branch", branch: (await gitStatus(runtime.workspace)).branch });
  const rows = await treeRows(runtime);
  dispatch({ type: "trees", rows: rows.ok ? rows.value : [] });
  if (!rows.ok) dispatch({ type: "notice", text: rows.fault.message, bad: true });
}

async function reload(outside: Outside): Promise<void> {
  outside.screen.redraw();
  outside.dispatch({ type: "reload" });
}

async function toggle(outside: Outside, effect: Extract<Effect, { do: "toggle" }>): Promise<void> {
  const { toggleLine } = await import("./files.ts");
  const toggled = await toggleLine(effect.place, effect.line, effect.text, effect.done);
  if (!toggled.ok) tell(outside.dispatch, "The task was not ticked", toggled.fault);
  outside.dispatch({ type: "reload" });
}

async function openEditor({ dispatch, runtime }: Outside, place: FilePlace): Promise<void> {
  const { readPlace } = await import("./files.ts");
  const file = await readPlace(place);
  if (!file.ok) return tell(dispatch, "The file cannot be edited", file.fault);
  dispatch({ type: "editor-opened", place, text: file.value.text, sha256: file.value.sha256 });
  await prepareRescue(runtime.workspace);
}

async function save(
  { dispatch }: Outside,
  { place, text, expect }: Extract<Effect, { do: "save" }>,
): Promise<void> {
  const { readPlace, savePlace } = await import("./files.ts");
  const saved = await savePlace(place, text, expect);
  if (saved.ok) return dispatch({ type: "saved", text, sha256: saved.value });
  if (saved.fault.code !== "write_conflict")
    return tell(dispatch, "The text was not saved", saved.fault, true);
  const now = await readPlace(place);
  const current = now.ok ? now.value : { text: "", sha256: "absent" };
  dispatch({ type: "save-conflict", ...current });
}

async function openFound({ runtime, dispatch }: Outside, path: string, line: number): Promise<void> {
  const { filePage } = await import("./text-page.ts");
  const absent: Page = { kind: "absent", message: `${path} is not there any more.`, hint: "Search again." };
  const page = await filePage({ root: runtime.workspace.root, path }, absent, { at: line });
  dispatch({ type: "page", key: pageKey("", "found"), page });
}

function report(dispatch: Dispatch, what: string, ended: Result<unknown>): void {
  if (!ended.ok) tell(dispatch, `${what} could not be opened`, ended.fault);
}

function tell(dispatch: Dispatch, title: string, fault: Fault, isAnswer = false): void {
  const { message, remedy, code, subject, details, path } = fault;
  const facts = {
    code,
    ...(path ? { path } : {}),
    ...(subject ? { subject } : {}),
    ...(details ? { details } : {}),
  };
  const card = { title, message, hint: remedy, details: JSON.stringify(facts, null, 2) };
  dispatch({ type: "card", card, isAnswer });
}
