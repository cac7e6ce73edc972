import { modelOf } from "../../client/answers/model.ts";
import { allow } from "../../client/consent.ts";
import { type RunResult, runStep, unavailable } from "../../client/run/run.ts";
import { clientSettings } from "../../client/settings.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { readDocuments } from "../../workflow/documents.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import type { FileChange, Run } from "../state/model.ts";
import type { External } from "./external.ts";
import { featureRows } from "./lists.ts";
import type { Desk, Dispatch } from "./person.ts";
import { batchRun } from "./run-batch.ts";

export interface RunPlace {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile: string | undefined;
  readonly desk: Desk;
  readonly dispatch: Dispatch;
  readonly external: External;
}

export interface Runs {
  readonly start: (run: Run) => Promise<void>;
  readonly cancel: (id: number, force: boolean) => void;
  readonly extend: (id: number) => void;
  /** Ends whatever runs; settles when all agents are gone. */
  readonly stopAll: () => Promise<void>;
}

interface Active {
  readonly cancel: AbortController;
  readonly force: AbortController;
  extend: () => void;
  ended: Promise<void>;
}

export function openRuns(given: RunPlace): Runs {
  const active = new Map<number, Active>();
  const place = {
    ...given,
    tellLogProblem: once((text) => given.dispatch({ type: "notice", text, bad: true })),
  };
  return {
    start: async (run) => {
      const own: Active = {
        cancel: new AbortController(),
        force: new AbortController(),
        extend: () => {},
        ended: Promise.resolve(),
      };
      active.set(run.id, own);
      own.ended = carryOut(place, run, own);
      await own.ended;
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

/** A folder that takes no logs is told at the first run and not at every one. */
function once(tell: (text: string) => void): (why: string) => void {
  let isTold = false;
  return (why) => {
    if (!isTold) tell(`Runs are not logged: ${why}`);
    isTold = true;
  };
}

interface Place extends RunPlace {
  readonly tellLogProblem: (why: string) => void;
}

async function carryOut(place: Place, run: Run, own: Active): Promise<void> {
  const { dispatch, runtime } = place;
  dispatch({ type: "run-began", id: run.id });
  const feature = await openFeature(runtime.workspace, run.directory);
  const before = feature.ok ? await textsOf(feature.value) : new Map<string, string>();
  const { outcome, log, logProblem }: RunResult = feature.ok
    ? await converse(place, run, feature.value, own)
    : { outcome: unavailable(feature.fault), log: "" };
  if (logProblem !== undefined) place.tellLogProblem(logProblem);
  const changes = feature.ok ? changesBetween(before, await textsOf(feature.value)) : [];
  // The next step may be asked for as soon as this one has ended, so its phase must be known by then.
  const rows = await featureRows(place.runtime);
  if (rows.ok) dispatch({ type: "features", rows: rows.value, complete: true });
  dispatch({ type: "run-ended", id: run.id, state: outcome.state, error: outcome.error, log, changes });
}

async function converse(place: RunPlace, run: Run, feature: Feature, own: Active): Promise<RunResult> {
  const { env, configFile, desk, dispatch, external } = place;
  const { workspace, clock } = place.runtime;
  const settings = await clientSettings({ workspace, env, file: configFile });
  if (!settings.ok) return { outcome: unavailable(settings.fault), log: "" };
  const person = desk.personFor(`${run.step} of ${run.folder}`, external);
  const { signal } = own.cancel;
  const warn = (text: string) => dispatch({ type: "notice", text, bad: true });
  const allowed = await allow({
    settings: settings.value,
    workspace,
    checkout: feature.workspace.root,
    person,
    env,
    isFree: false,
    signal,
    warn,
  });
  if (!allowed.ok) {
    const isRefused = allowed.fault.code === "not_trusted";
    const again = { remedy: "Run it again to be asked again.", retryable: true };
    return { outcome: unavailable(isRefused ? { ...allowed.fault, ...again } : allowed.fault), log: "" };
  }
  const batch = batchRun(run.id, dispatch);
  const result = await runStep({
    step: run.step,
    args: { ...run.args, spec_directory: run.directory },
    workspace,
    cwd: feature.workspace.root,
    settings: settings.value,
    service: {
      workspace,
      person,
      model: allowed.value.model && modelOf(allowed.value.model, workspace.root, env),
      byHand: settings.value.model.backend === "editor",
      approved: false,
    },
    env,
    clock,
    signal,
    force: own.force.signal,
    onPatience: (extend) => {
      own.extend = extend;
    },
    onEvent: (event) => {
      batch.add(event);
      if (event.kind === "overdue") dispatch({ type: "run-overdue", id: run.id });
      if (event.kind === "running") {
        const name = `${event.agent.name} ${event.agent.version}`.trim();
        dispatch({ type: "agent-seen", name });
      }
    },
  });
  batch.end();
  return result;
}

async function textsOf(feature: Feature): Promise<ReadonlyMap<string, string>> {
  const documents = await readDocuments(feature);
  return new Map(documents.ok ? [...documents.value.files].map(([name, file]) => [name, file.text]) : []);
}

/** Files that differ, with the lines that came and went, wherever they stand. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): FileChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name) ?? "", after.get(name) ?? ""];
    return old === now ? [] : [{ name, added: surplus(now, old), removed: surplus(old, now) }];
  });
}

function surplus(text: string, other: string): number {
  const left = new Map<string, number>();
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of text.split("\n")) {
    const there = left.get(line) ?? 0;
    if (there === 0) count++;
    else left.set(line, there - 1);
  }
  return count;
}
