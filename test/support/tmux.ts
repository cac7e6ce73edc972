import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { hewto } from "./bundle.ts";
import { childrenOf, isAlive } from "./processes.ts";
import { needsProgram } from "./skip.ts";
import { temporaryFolder, writeTree } from "./temporary.ts";

export interface AppRequest {
  readonly cwd: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The person's own config.toml. */
  readonly config?: string;
  /** Other files in the person's home. */
  readonly files?: Readonly<Record<string, string>>;
  /** A command line of the shell in place of the app alone; `$APP` starts it. */
  readonly shell?: string;
}

const PATIENCE_MS = 25_000;
let count = 0;

/** The shipped app in a real terminal. Nothing here sleeps for luck: the app says when it has settled. */
export class TerminalApp {
  readonly #server: string;
  readonly home: string;
  #sent = 0;

  private constructor(server: string, home: string) {
    this.#server = server;
    this.home = home;
  }

  /** Starts the app and waits for its first settled screen. */
  static async start(request: AppRequest): Promise<TerminalApp> {
    needsProgram("tmux", "stty");
    const { cwd, cols = 120, rows = 36, args = [], env = {}, config, files = {} } = request;
    const app = new TerminalApp(`hewto-${process.pid}-${++count}`, await temporaryFolder());
    onTestFinished(() => app.close());
    mkdirSync(join(app.home, ".config/hewto"), { recursive: true });
    await writeTree(app.home, files);
    if (config !== undefined) writeFileSync(join(app.home, ".config/hewto/config.toml"), config);
    const line = [process.execPath, hewto, "tui", ...args].map((word) => `'${word}'`).join(" ");
    const set = {
      HOME: app.home,
      APP: line,
      HEWTO_TUI_IDLE: "title",
      LC_ALL: "C.UTF-8",
      SHELL: "/bin/sh",
      ...env,
    };
    const words = Object.entries(set).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    // The shell stays, so that what the app leaves behind can be looked at.
    const shell = request.shell ?? 'eval "$APP"; echo "EXIT:$?"; exec cat';
    const size = ["-x", String(cols), "-y", String(rows)];
    app.#tmux(["new-session", "-d", ...size, "-c", cwd, ...words, "/bin/sh", "-c", shell]);
    if (request.shell === undefined) await app.settled();
    return app;
  }

  /** Keys by tmux's names; each is one key for the app. Waits until all of them have had their effect. */
  async keys(...names: readonly string[]): Promise<this> {
    for (const name of names) {
      this.send(name);
      // Esc and what follows it at once would be Alt and a key, in every terminal program.
      if (name === "Escape") await this.settled();
    }
    return this.settled();
  }

  /** The same without waiting. */
  send(name: string): void {
    this.#sent++;
    this.#tmux(["send-keys", name]);
  }

  /** Types a text character by character. */
  async type(text: string): Promise<this> {
    this.#sent += [...text].length;
    this.#tmux(["send-keys", "-l", "--", text]);
    return this.settled();
  }

  /** Everything at once, as a person who knows the keys by heart: bytes in one piece, not waited for. */
  burst(text: string): void {
    this.#sent += [...text].length;
    this.bytes(...(Buffer.from(text).toString("hex").match(/../g) ?? []));
  }

  /** Until the app has taken every key and nothing but a run is under way. */
  settled(): Promise<this> {
    return this.until(
      () => new RegExp(`^hewto (idle|running) ${this.#sent}$`).test(this.title()),
      "to settle",
    );
  }

  /** Until no run is under way either. */
  idle(): Promise<this> {
    return this.until(() => this.title() === `hewto idle ${this.#sent}`, "to be idle");
  }

  shows(text: string | RegExp): Promise<this> {
    const found = () => (typeof text === "string" ? this.screen().includes(text) : text.test(this.screen()));
    return this.until(found, `to show ${text}`);
  }

  screen(): string {
    return this.#tmux(["capture-pane", "-p"]);
  }

  /** The screen with its looks as escape sequences. */
  styled(): string {
    return this.#tmux(["capture-pane", "-p", "-e"]);
  }

  /** Takes the terminal away. */
  close(): void {
    this.#tmux(["kill-server"]);
  }

  title(): string {
    return this.ask("#{pane_title}");
  }

  /** A tmux format: `#{alternate_on}`, `#{cursor_flag}`, `#{pane_pid}`, … */
  ask(format: string): string {
    return this.#tmux(["display-message", "-p", format]).trim();
  }

  resize(cols: number, rows: number): void {
    this.resizes([[cols, rows]]);
  }

  /** One size after another, without a pause. */
  resizes(sizes: readonly (readonly [cols: number, rows: number])[]): void {
    this.#tmux(
      sizes
        .flatMap(([cols, rows]) => ["resize-window", "-x", String(cols), "-y", String(rows), ";"])
        .slice(0, -1),
    );
  }

  /** The process of the app, below the shell of the pane. */
  pid(): number {
    const [pid] = childrenOf(Number(this.ask("#{pane_pid}")));
    if (pid === undefined) throw new Error("The shell of the pane has no child process.");
    return pid;
  }

  /** Raw bytes, as a terminal would send them. */
  bytes(...hex: readonly string[]): void {
    this.#tmux(["send-keys", "-H", ...hex]);
  }

  /** Bytes that make this many keys. */
  expectKeys(keys: number): void {
    this.#sent += keys;
  }

  /** Until something is so, looked at again and again. */
  async until(isSo: () => boolean, what: string): Promise<this> {
    const deadline = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (performance.now() > deadline)
        throw new Error(`Waited for the app ${what}; ${this.title()}\n${this.screen()}`);
      // Each look starts a process, on the machine that the app needs.
      await delay(40);
    }
    return this;
  }

  #tmux(words: readonly string[]): string {
    const ran = spawnSync("tmux", ["-L", this.#server, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
    });
    return ran.stdout ?? "";
  }
}

/** What a shell sees after the app: its exit code, the line discipline, the screen, the cursor. */
export async function leftBehind(app: TerminalApp, code: number): Promise<void> {
  await app.shows(`EXIT:${code}`);
  expect(app.ask("#{alternate_on}")).toBe("0");
  expect(app.ask("#{cursor_flag}")).toBe("1");
  const modes = execFileSync("stty", ["-F", app.ask("#{pane_tty}"), "-a"]).toString();
  expect(modes).toMatch(/ icanon/);
  expect(modes).toMatch(/ echo /);
}

/** Until a process has ended. */
export async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (!isAlive(pid)) return;
    await delay(25);
  }
  throw new Error(`${pid} lives on`);
}
