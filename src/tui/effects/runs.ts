import type { OutputLine } from "../../client/run/output.ts";
import { type RunEvent, type RunResult, unavailable } from "../../client/run/run.ts";
import { runWorkflowStep } from "../../client/run/run-workflow-step.ts";
import type { ProgressReport } from "../../client/session/progress.ts";
import type { Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import type { Keymap } from "../keys/keymap.ts";
import type { FileChange, Run } from "../state/model.ts";
import { wordFault } from "./call.ts";
import type { External } from "./external.ts";
import { textsBelow } from "./files.ts";
import { projectRows } from "./lists.ts";
import type { Dispatch, UserDialogs } from "./user-dialogs.ts";

const FLUSH_MS = 33;
const maxPending = 2000;

export interface RunContext {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile: string | undefined;
  readonly dialogs: UserDialogs;
  readonly dispatch: Dispatch;
  readonly external: External;
  readonly keymap: Keymap;
}

export interface Runs {
  readonly start: (run: Run) => Promise<void>;
  readonly cancel: (id: number, force: boolean) => void;
  readonly extend: (id: number) => void;
  /** Ends all runs; resolves when their agents have exited. */
  readonly stopAll: () => Promise<void>;
}

interface ActiveRun {
  readonly cancel: AbortController;
  readonly force: AbortController;
  extend: () => void;
  ended: Promise<void>;
}

export function openRuns(context: RunContext): Runs {
  const active = new Map<number, ActiveRun>();
  const reportLogProblem = once((problem: string) =>
    context.dispatch({ type: "notice", text: `Runs are not logged: ${problem}`, bad: true }),
  );
  return {
    start: async (run) => {
      const controls: ActiveRun = {
        cancel: new AbortController(),
        force: new AbortController(),
        extend: () => {},
        ended: Promise.resolve(),
      };
      active.set(run.id, controls);
      controls.ended = execute(context, run, controls, reportLogProblem);
      await controls.ended;
      active.delete(run.id);
    },
    cancel: (id, force) => {
      active.get(id)?.cancel.abort();
      if (force) active.get(id)?.force.abort();
    },
    extend: (id) => active.get(id)?.extend(),
    stopAll: async () => {
      for (const { cancel, force } of active.values()) {
        cancel.abort();
        force.abort();
      }
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}

/** Reports only the first problem, not the same one for every run. */
function once(report: (text: string) => void): (text: string) => void {
  let isReported = false;
  return (text) => {
    if (!isReported) report(text);
    isReported = true;
  };
}

async function execute(
  context: RunContext,
  run: Run,
  controls: ActiveRun,
  reportLogProblem: (problem: string) => void,
): Promise<void> {
  const { dispatch, runtime } = context;
  dispatch({ type: "run-started", id: run.id });
  const feature = await openFeature(runtime.workspace, run.directory);
  const before = feature.ok ? await textsBelow(feature.value) : new Map<string, string>();
  const result = feature.ok ? await runAgent(context, run, feature.value, controls) : feature;
  const { outcome, log, logProblem }: RunResult = result.ok
    ? result.value
    : { outcome: unavailable(await wordFault(result.fault, context.keymap)), log: "" };
  if (logProblem !== undefined) reportLogProblem(logProblem);
  const changes = feature.ok ? changesBetween(before, await textsBelow(feature.value)) : [];
  // The user may start the next step as soon as this one ends, so its phase must be known by then.
  const rows = await projectRows(runtime, true);
  if (rows.ok) dispatch({ type: "rows", list: "project", rows: rows.value });
  dispatch({ type: "run-ended", id: run.id, state: outcome.state, error: outcome.error, log, changes });
}

async function runAgent(
  { env, configFile, dialogs, dispatch, external, runtime, keymap }: RunContext,
  run: Run,
  feature: Feature,
  controls: ActiveRun,
): Promise<Result<RunResult>> {
  const batch = batchRun(run.id, dispatch);
  const result = await runWorkflowStep({
    step: run.step,
    args: run.args,
    workspace: runtime.workspace,
    feature,
    configFile,
    person: dialogs.personFor(`${run.step} of ${run.name}`, external),
    trusted: false,
    approved: false,
    wordFault: async (fault) =>
      fault.code === "not_trusted"
        ? { ...fault, remedy: "Run it again to be asked again.", retryable: true }
        : wordFault(fault, keymap),
    warn: (text) => dispatch({ type: "notice", text, bad: true }),
    env,
    clock: runtime.clock,
    signal: controls.cancel.signal,
    force: controls.force.signal,
    onIdleTimer: (restart) => {
      controls.extend = restart;
    },
    onEvent: (event) => {
      batch.add(event);
      if (event.kind === "overdue") dispatch({ type: "run-overdue", id: run.id });
      if (event.kind === "running") {
        const name = `${event.agent.name} ${event.agent.version}`.trim();
        dispatch({ type: "agent-answered", name });
      }
    },
  });
  batch.end();
  return result;
}

/** The changed files, with the number of added and removed lines, wherever they are in the file. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): FileChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name) ?? "", after.get(name) ?? ""];
    return old === now ? [] : [{ name, added: countNewLines(now, old), removed: countNewLines(old, now) }];
  });
}

/** How many lines of a text the other text does not have. */
function countNewLines(text: string, other: string): number {
  const unmatched = new Map<string, number>();
  for (const line of other.split("\n")) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of text.split("\n")) {
    const copies = unmatched.get(line) ?? 0;
    if (copies === 0) count++;
    else unmatched.set(line, copies - 1);
  }
  return count;
}

interface RunBatch {
  readonly add: (event: RunEvent) => void;
  /** Dispatches what is left. */
  readonly end: () => void;
}

/**
 * Collects the output of an agent and dispatches it thirty times a second, so that a flood of output does not
 * delay keys. Lines beyond what a screen can show are only in the log.
 */
function batchRun(id: number, dispatch: Dispatch): RunBatch {
  let lines: OutputLine[] = [];
  let progress: ProgressReport | undefined;
  let running = false;
  let lastMessage = "";
  let timer: NodeJS.Timeout | undefined;
  /** Progress messages are output too, in order with the other lines. */
  const addMessage = () => {
    const message = progress?.message?.trim() ?? "";
    if (message !== "" && message !== lastMessage) lines.push({ stream: "out", text: message });
    if (message !== "") lastMessage = message;
  };
  const flush = () => {
    timer = undefined;
    addMessage();
    dispatch({ type: "run-output", id, running, progress, lines });
    lines = [];
    progress = undefined;
  };
  const add = (event: RunEvent) => {
    if (event.kind === "running") running = true;
    if (event.kind === "progress") progress = event.report;
    if (event.kind === "line") {
      addMessage();
      lines.push(event.line);
    }
    if (lines.length > maxPending) lines = lines.slice(-maxPending / 2);
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  return {
    add,
    end: () => {
      clearTimeout(timer);
      flush();
    },
  };
}
