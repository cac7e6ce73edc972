import { basename, dirname, resolve } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";
import { createRuntime } from "../operation/runtime.ts";
import { gitStatus } from "../workspace/git/queries.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { closeStandardStreams } from "../workspace/process/standard-streams.ts";
import { writeStateFile } from "../workspace/state/files.ts";
import { openExternal, type Pause } from "./effects/external.ts";
import { openPageLoads } from "./effects/page-loads.ts";
import { perform } from "./effects/perform.ts";
import { openDesk } from "./effects/person.ts";
import { rescuedTexts, rescueText } from "./effects/rescue.ts";
import type { Runs } from "./effects/runs.ts";
import { watchShown } from "./effects/watch.ts";
import { makeKeymap } from "./keys/keymap.ts";
import { tuiSettings } from "./settings.ts";
import { initialState } from "./state/initial.ts";
import type { State } from "./state/model.ts";
import { currentKey } from "./state/select.ts";
import { guardTerminal } from "./terminal/guard.ts";
import { type Loop, type Settled, startLoop } from "./terminal/loop.ts";
import { Tty } from "./terminal/tty.ts";
import { view } from "./view/view.ts";

export interface AppOptions {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly colour: boolean;
  /** Absolute; outranks the other files of settings. */
  readonly configFile: string | undefined;
  /** Where to write the active worktree at the end, for a shell function that goes there. */
  readonly cdFile: string | undefined;
}

const HUNG_UP = 129;

/** The terminal app from its first frame to its exit code. */
export async function runApp(options: AppOptions): Promise<Result<number>> {
  const { workspace, env, input, output, colour, configFile } = options;
  const settings = await tuiSettings(workspace, env, configFile);
  if (!settings.ok) return settings;
  const { ascii, ambiguousIsWide, motion, maxRuns, idleLimitMs, agent, keys } = settings.value;
  const facts = await gitStatus(workspace);
  const keymap = makeKeymap(keys);
  const ends = deferred<number>();
  const tty = new Tty({
    escapeMs: escapeDelay(env["ESCDELAY"]),
    input,
    output,
    colour,
    ascii,
    ambiguousIsWide,
    onInput: (inputs) => {
      for (const each of inputs) {
        if (each.kind === "key") loop.dispatch({ type: "key", key: each.key });
        else loop.dispatch({ type: "paste", text: each.text });
      }
    },
    onResize: (size) => loop.dispatch({ type: "resize", ...size }),
    onGone: () => ends.resolve(HUNG_UP),
  });
  const state = initialState({
    now: Date.now(),
    size: tty.size(),
    keymap,
    ui: { ascii, motion, colour, maxRuns, idleLimitMs, agent },
    project: {
      root: workspace.root,
      name: basename(workspace.root),
      branch: facts.branch,
      isRepository: facts.repository,
    },
  });
  let isPaused = false;
  const resume = () => {
    if (isPaused) return;
    tty.renew();
    loop.dispatch({ type: "resize", ...tty.size() });
  };
  const pause: Pause = async (work) => {
    isPaused = true;
    tty.leave();
    try {
      return await work();
    } finally {
      isPaused = false;
      resume();
    }
  };
  const rescue = () => rescueNote(workspace, loop.state());
  const end = (code: number) => ends.resolve(code);
  const guard = guardTerminal({ restore: () => tty.leave(), resume, rescue, end });
  const { loop, runs } = connect(options, state, tty, pause, {
    suspend: guard.suspend,
    quit: () => ends.resolve(0),
  });
  tty.enter();
  tty.draw(view(state));
  const watch = watchShown(loop.state, () => loop.dispatch({ type: "changed" }));
  loop.dispatch({ type: "started" });
  for (const text of keymap.warnings) loop.dispatch({ type: "notice", text, bad: true });
  for (const path of rescuedTexts(workspace))
    loop.dispatch({ type: "notice", text: foundNote(path), bad: true });
  const code = await ends.promise;
  watch.stop();
  loop.stop();
  tty.leave();
  // Zero is the person's own way out, which has asked.
  const kept = code === 0 ? undefined : rescue();
  if (kept !== undefined) process.stderr.write(`hewto: ${printable(kept)}\n`);
  await (await runs())?.stopAll();
  guard.release();
  if (options.cdFile !== undefined) writeCdFile(options.cdFile, loop.state());
  if (code === HUNG_UP) closeStandardStreams();
  return ok(code);
}

/** The loop with everything outside of it. */
function connect(
  { workspace, env, configFile }: AppOptions,
  state: State,
  tty: Tty,
  pause: Pause,
  ends: { readonly suspend: () => void; readonly quit: () => void },
): { loop: Loop; runs: () => Promise<Runs | undefined> } {
  const dispatch: Loop["dispatch"] = (event) => loop.dispatch(event);
  const desk = openDesk(dispatch);
  const runtime = createRuntime({
    workspace,
    log: (level, text) => {
      if (level === "warning" || level === "error") dispatch({ type: "notice", text, bad: true });
    },
  });
  const external = openExternal(env, pause);
  let opened: Promise<Runs> | undefined;
  const runs = () => {
    opened ??= import("./effects/runs.ts").then(({ openRuns }) =>
      openRuns({ runtime, env, configFile, desk, dispatch, external }),
    );
    return opened;
  };
  const screen = {
    copy: (text: string) => tty.copy(text),
    redraw: () => tty.forget(),
    suspend: ends.suspend,
  };
  const loadPage = openPageLoads(runtime, dispatch, (key) => currentKey(loop.state()) === key);
  const outside = {
    runtime,
    env,
    configFile,
    dispatch,
    desk,
    loadPage,
    runs,
    external,
    screen,
    quit: ends.quit,
  };
  const loop = startLoop({
    state,
    now: () => Date.now(),
    draw: (now) => tty.draw(view(now)),
    perform: (effect) => perform(outside, effect),
    onSettled: env["HEWTO_TUI_IDLE"] === "title" ? titleSettled(tty) : () => {},
  });
  return { loop, runs: async () => opened };
}

function rescueNote(workspace: Workspace, { editor }: State): string | undefined {
  const path = rescueText(workspace, editor, new Date());
  return path && `The text that was not saved is kept in ${path}`;
}

function foundNote(path: string): string {
  return `A text that was not saved is kept in ${path}; delete the file when you have taken it over.`;
}

/** Slow lines need longer than usual to send a sequence; the variable is the one that other programs read. */
function escapeDelay(text: string | undefined): number | undefined {
  const ms = Number(text || "none");
  return ms >= 0 && ms <= 10_000 ? ms : undefined;
}

/**
 * `HEWTO_TUI_IDLE=title` makes the terminal's title say whether the app has settled and how many keys it has
 * taken (`hewto idle 12`). Tests wait for it instead of sleeping.
 */
function titleSettled(tty: Tty): (settled: Settled) => void {
  let last = "";
  return ({ inputs, state }) => {
    const title = `hewto ${state} ${inputs}`;
    if (title !== last) tty.setTitle(title);
    last = title;
  };
}

function writeCdFile(file: string, { activeRoot }: State): void {
  const path = resolve(file);
  writeStateFile(dirname(path), basename(path), `${activeRoot}\n`);
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
