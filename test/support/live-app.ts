import { ok } from "../../src/kernel/result.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { openPageLoads } from "../../src/tui/effects/page-loads.ts";
import { type Outside, perform } from "../../src/tui/effects/perform.ts";
import { openDesk } from "../../src/tui/effects/person.ts";
import { openRuns, type Runs } from "../../src/tui/effects/runs.ts";
import type { Event } from "../../src/tui/state/events.ts";
import { currentKey } from "../../src/tui/state/select.ts";
import { TestApp } from "./tui.ts";

/** The app on real files, git and agents; only the terminal is missing. */
export class LiveApp extends TestApp {
  readonly copied: string[] = [];
  hasQuit = false;
  readonly #outside: Outside;
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
    const desk = openDesk(dispatch);
    const external = {
      edit: async () => ok(undefined),
      shell: async () => ok(undefined),
      write: async (text: string) => ok(`${text} (edited)`),
    };
    this.#runs = openRuns({ runtime, env, configFile, desk, dispatch, external });
    const screen = {
      copy: (text: string) => void this.copied.push(text),
      redraw: () => {},
      suspend: () => {},
    };
    const runs = async () => this.#runs;
    const loadPage = openPageLoads(runtime, dispatch, (key) => currentKey(this.state) === key);
    const quit = () => void this.#quit();
    this.#outside = { runtime, env, configFile, dispatch, desk, loadPage, runs, external, screen, quit };
  }

  /** Opens the app and waits for its first settled screen. */
  static async open(root: string, env?: NodeJS.ProcessEnv, configFile?: string): Promise<LiveApp> {
    return new LiveApp(root, env, configFile).after({ type: "started" });
  }

  /** Sends events, if any, and waits until all their effects are done. */
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

  /** Waits until no effect is in progress, except for runs that wait for the user. */
  async settled(): Promise<this> {
    this.#begin();
    while (this.#running > 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this;
  }

  /** Waits until the screen shows a text; runs may continue meanwhile. */
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

  #quit(): void {
    this.hasQuit = true;
  }

  #begin(): void {
    for (const effect of this.taken()) {
      const isAside = effect.do === "after" || effect.do === "start-run" || effect.do === "check-agent";
      if (effect.do === "after") continue; // a message that leaves by itself
      if (!isAside) this.#running++;
      void perform(this.#outside, effect).finally(() => {
        if (!isAside) this.#running--;
        this.#wake();
      });
    }
  }
}
