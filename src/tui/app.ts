import { basename, dirname, resolve } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";
import { createRuntime } from "../operation/runtime.ts";
import { gitStatus } from "../workspace/git/queries.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { closeStandardStreams } from "../workspace/process/terminal.ts";
import { writeStateFile } from "../workspace/state/files.ts";
import { openExternal, type Pause } from "./effects/external.ts";
import { createPerformer } from "./effects/perform.ts";
import { rescuedTexts, rescueText } from "./effects/rescue.ts";
import type { Runs } from "./effects/runs.ts";
import { openUserDialogs } from "./effects/user-dialogs.ts";
import { watchFiles } from "./effects/watch.ts";
import { makeKeymap } from "./keys/keymap.ts";
import { tuiSettings } from "./settings.ts";
import { initialState } from "./state/initial.ts";
import type { State } from "./state/model.ts";
import { guardTerminal } from "./terminal/guard.ts";
import { type Loop, type LoopStatus, startLoop } from "./terminal/loop.ts";
import { Tty } from "./terminal/tty.ts";
import { view } from "./view/view.ts";

export interface AppOptions {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly color: boolean;
  /** An absolute path; overrides all other configuration files. */
  readonly configFile: string | undefined;
  /** Where to write the active worktree on exit, for a shell function that changes to it. */
  readonly cdFile: string | undefined;
}

const EXIT_HANGUP = 129;

/** Runs the terminal app until it ends; returns the exit code. */
export async function runApp(options: AppOptions): Promise<Result<number>> {
  const { workspace, env, input, output, color, configFile } = options;
  const settings = await tuiSettings(workspace, env, configFile);
  if (!settings.ok) return settings;
  const { ascii, ambiguousIsWide, motion, maxRuns, idleLimitMs, agent, keys } = settings.value;
  const facts = await gitStatus(workspace);
  const keymap = makeKeymap(keys);
  const exit = deferred<number>();
  const tty = new Tty({
    escapeMs: escapeDelay(env["ESCDELAY"]),
    input,
    output,
    color,
    ascii,
    ambiguousIsWide,
    onInput: (inputs) => {
      for (const each of inputs) {
        if (each.kind === "key") loop.dispatch({ type: "key", key: each.key });
        else loop.dispatch({ type: "paste", text: each.text });
      }
    },
    onResize: (size) => loop.dispatch({ type: "resize", ...size }),
    onClosed: () => exit.resolve(EXIT_HANGUP),
  });
  const state = initialState({
    now: Date.now(),
    size: tty.size(),
    keymap,
    ui: { ascii, motion, color, maxRuns, idleLimitMs, agent },
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
  const rescue = () => rescueUnsaved(workspace, loop.state());
  const end = (code: number) => exit.resolve(code);
  const guard = guardTerminal({ restore: () => tty.leave(), resume, rescue, end });
  const { loop, runs } = connect(options, state, tty, pause, {
    suspend: guard.suspend,
    quit: () => exit.resolve(0),
  });
  tty.enter();
  tty.draw(view(state));
  const watch = watchFiles(loop.state, () => loop.dispatch({ type: "changed" }));
  loop.dispatch({ type: "started" });
  for (const text of keymap.warnings) loop.dispatch({ type: "notice", text, bad: true });
  for (const path of rescuedTexts(workspace)) {
    const text = `Unsaved text of an earlier session is in ${path}. Delete the file when you no longer need it.`;
    loop.dispatch({ type: "notice", text, bad: true });
  }
  const code = await exit.promise;
  watch.stop();
  loop.stop();
  tty.leave();
  // Code 0 means that the user quit, and was asked about unsaved text.
  const message = code === 0 ? undefined : rescue();
  if (message !== undefined) process.stderr.write(`hewto: ${printable(message)}\n`);
  await (await runs())?.stopAll();
  guard.release();
  if (options.cdFile !== undefined) writeCdFile(options.cdFile, loop.state());
  if (code === EXIT_HANGUP) closeStandardStreams();
  return ok(code);
}

/** Connects the loop with the terminal, the effects and the runs. */
function connect(
  { workspace, env, configFile }: AppOptions,
  state: State,
  tty: Tty,
  pause: Pause,
  control: { readonly suspend: () => void; readonly quit: () => void },
): { loop: Loop; runs: () => Promise<Runs | undefined> } {
  const dispatch: Loop["dispatch"] = (event) => loop.dispatch(event);
  const dialogs = openUserDialogs(dispatch);
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
      openRuns({ runtime, env, configFile, dialogs, dispatch, external, keymap: state.keymap }),
    );
    return opened;
  };
  const screen = {
    copy: (text: string) => tty.copy(text),
    redraw: () => tty.invalidate(),
    suspend: control.suspend,
  };
  const perform = createPerformer({
    runtime,
    env,
    configFile,
    dispatch,
    state: () => loop.state(),
    dialogs,
    runs,
    external,
    screen,
    quit: control.quit,
  });
  const loop = startLoop({
    state,
    now: () => Date.now(),
    draw: (now) => tty.draw(view(now)),
    perform,
    onStatus: env["HEWTO_TUI_IDLE"] === "title" ? showStatusInTitle(tty) : () => {},
  });
  return { loop, runs: async () => opened };
}

function rescueUnsaved(workspace: Workspace, { editor }: State): string | undefined {
  const path = rescueText(workspace, editor, new Date());
  return path && `The unsaved text is in ${path}`;
}

/** Slow connections take longer to send a sequence. ESCDELAY is the variable of ncurses. */
function escapeDelay(text: string | undefined): number | undefined {
  const ms = Number(text || "none");
  return ms >= 0 && ms <= 10_000 ? ms : undefined;
}

/**
 * `HEWTO_TUI_IDLE=title` shows in the terminal's title whether the app is busy and how many keys it has handled
 * (`hewto idle 12`). Tests wait for it instead of sleeping.
 */
function showStatusInTitle(tty: Tty): (status: LoopStatus) => void {
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
