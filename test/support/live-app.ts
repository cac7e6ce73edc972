import { ok } from "../../src/kernel/result.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { createPerformer } from "../../src/tui/effects/perform.ts";
import { openRuns, type Runs } from "../../src/tui/effects/runs.ts";
import { openUserDialogs } from "../../src/tui/effects/user-dialogs.ts";
import type { Effect, Event } from "../../src/tui/state/events.ts";
import { TestApp } from "./tui.ts";

/** The app on real files, git and agents, without a terminal. */
export class LiveApp extends TestApp {
  readonly copied: string[] = [];
  hasQuit = false;
  readonly #perform: (effect: Effect) => Promise<void>;
  readonly #runs: Runs;
  #running = 0;
  #wake: () => void = () => {};

  constructor(
    root: string,
    env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], HOME: root },
    configFile?: string,
  ) {
    super({ project: { root, name: "project", branch: "main", isRepository: true }, activeRoot: root });
    const dispatch = (event: Event) => {
      this.send(event);
      this.#begin();
    };
    const runtime = createRuntime({ workspace: { root }, log: () => {} });
    const dialogs = openUserDialogs(dispatch);
    const external = {
      edit: async () => ok(undefined),
      shell: async () => ok(undefined),
      write: async (text: string) => ok(`${text} (edited)`),
    };
    this.#runs = openRuns({
      runtime,
      env,
      configFile,
      dialogs,
      dispatch,
      external,
      keymap: this.state.keymap,
    });
    const screen = {
      copy: (text: string) => void this.copied.push(text),
      redraw: () => {},
      suspend: () => {},
    };
    const runs = async () => this.#runs;
    const quit = () => {
      this.hasQuit = true;
    };
    const state = () => this.state;
    this.#perform = createPerformer({
      runtime,
      env,
      configFile,
      dispatch,
      state,
      dialogs,
      runs,
      external,
      screen,
      quit,
    });
  }

  /** Opens the app and waits for its first complete screen. */
  static async open(root: string, env?: NodeJS.ProcessEnv, configFile?: string): Promise<LiveApp> {
    return new LiveApp(root, env, configFile).after({ type: "started" });
  }

  /** Sends events and waits for all their effects. */
  async after(...events: readonly Event[]): Promise<this> {
    this.send(...events);
    return this.settled();
  }

  async keys(...texts: readonly string[]): Promise<this> {
    for (const text of texts) {
      this.type(text);
      await this.settled();
    }
    return this;
  }

  /** Waits for all effects except runs. */
  async settled(): Promise<this> {
    this.#begin();
    while (this.#running > 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this;
  }

  /** Waits until the screen shows a text. */
  async shows(text: string): Promise<this> {
    const deadline = performance.now() + 20_000;
    while (!this.text().includes(text)) {
      if (performance.now() > deadline) throw new Error(`Waited for ${text}:\n${this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this;
  }

  stop(): Promise<void> {
    return this.#runs.stopAll();
  }

  #begin(): void {
    for (const effect of this.takeEffects()) {
      if (effect.do === "after") continue; // removes a message later
      const counts = !["start-run", "check-agent", "load-status"].includes(effect.do);
      if (counts) this.#running++;
      void this.#perform(effect).finally(() => {
        if (counts) this.#running--;
        this.#wake();
      });
    }
  }
}
