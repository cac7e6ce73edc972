import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { processesWith } from "../support/processes.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { needsProgram } from "../support/skip.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { leftBehind, TerminalApp } from "../support/tmux.ts";

const spec = { "specs/001-x/spec.md": "# Feature Specification: X\n\nOne line.\n" };

/** Settings that name this agent. */
function settings(agent: string): string {
  return `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`;
}

/** An agent that never finishes and ignores requests to stop. */
function stubborn(): string {
  return writeAgent(
    'if (message.method === "tools/call") { progress(message.id, 10, "working"); return false; } if (message.method === "shutdown") return false;',
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);',
  );
}

// covers spec-tui: uncaught-exception, unhandled-rejection
test("an uncaught exception or rejection restores the terminal, ends the agent, prints the error and keeps unsaved text", async () => {
  const broken = async (how: string) => {
    const agent = stubborn();
    const cwd = await temporaryTree(spec);
    const env = { NODE_OPTIONS: `--import=data:text/javascript,process.on('SIGUSR2',()=>{${how}})` };
    const app = await TerminalApp.start({ cwd, config: settings(agent), env });
    await (await app.keys("r", "p")).shows("working");
    await app.keys("e");
    await app.type("kept words");
    process.kill(app.pid(), "SIGUSR2");
    await leftBehind(app, 1);
    expect(app.screen()).toContain("boom");
    expect(app.screen()).toContain("The unsaved text is in");
    expect(processesWith(agent)).toEqual([]);
    const [name = ""] = readdirSync(join(cwd, ".hewto/rescued"));
    const text = readFileSync(join(cwd, ".hewto/rescued", name), "utf8");
    expect(text).toBe(`kept words${spec["specs/001-x/spec.md"]}`);
    return cwd;
  };
  const [cwd] = await Promise.all([
    broken("throw%20new%20Error('boom')"),
    broken("Promise.reject(new%20Error('boom'))"),
  ]);
  const again = await TerminalApp.start({ cwd });
  expect(again.screen()).toContain("Unsaved text of an earlier session is in");
});

// covers spec-tui: closed-stdout
test("a terminal that closes without a signal ends the app and its agent, and unsaved text is kept", async () => {
  needsProgram("script", "setsid", "stty");
  const agent = stubborn();
  const cwd = await temporaryTree(spec);
  const home = await temporaryTree({ ".config/hewto/config.toml": settings(agent) });
  const code = join(home, "code");
  // In a session of its own the app gets no signal when the terminal closes: it gets EIO.
  const line = `stty cols 100 rows 30; exec setsid -w sh -c '"${process.execPath}" "${hewto}" tui; echo $? > "${code}"'`;
  const env = { PATH: process.env["PATH"], HOME: home, TERM: "xterm", LC_ALL: "C.UTF-8" };
  const terminal = spawn("script", ["-qfec", line, "/dev/null"], {
    cwd,
    env: { ...env, HEWTO_TUI_IDLE: "title" },
  });
  onTestFinished(() => void terminal.kill("SIGKILL"));
  let output = "";
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => void (output.includes(text) && resolve());
      terminal.stdout.on("data", look);
      look();
    });
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await shows("hewto idle 0");
  terminal.stdin.write("rp");
  await shows("working");
  terminal.stdin.write("e");
  await shows("Editing");
  terminal.stdin.write("kept");
  await shows("hewto running 7");
  terminal.kill("SIGKILL");
  await expect
    .poll(() => existsSync(code) && readFileSync(code, "utf8").trim(), { timeout: 15_000 })
    .toBe("129");
  expect(processesWith(agent)).toEqual([]);
  expect(readdirSync(join(cwd, ".hewto/rescued"))).toEqual([expect.stringMatching(/^unsaved-.*spec\.md$/)]);
});

// covers spec-tui: never-blocks, keys-during-a-flood
test("text typed while an agent floods the output arrives complete and in order", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { flood(message.id); return false; }',
    'async function flood(id) { for (let n = 0; n < 30000; n += 500) { let text = ""; for (let m = n; m < n + 500; m++) text += JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "tool-" + id, progress: m, total: 30000, message: "flooding " + m } }) + "\\n"; if (!process.stdout.write(text)) await new Promise((go) => process.stdout.once("drain", go)); } text(id, "all said"); }',
  );
  const cwd = await temporaryTree(spec);
  const app = await TerminalApp.start({ cwd, config: settings(agent) });
  app.send("r");
  app.send("p");
  await app.shows("flooding");
  const words = "the quick brown fox jumps over the lazy dog and back again, 0123456789 times";
  app.send("n");
  await app.type(words);
  expect(app.screen()).toContain(words.slice(-60));
  await app.keys("Escape", "e");
  await app.type(words);
  await app.keys("C-s");
  expect(readFileSync(join(cwd, "specs/001-x/spec.md"), "utf8")).toBe(words + spec["specs/001-x/spec.md"]);
  await (await app.keys("Escape")).shows("all said");
});

// covers spec-tui: two-apps-check-tasks, two-apps
test("with two apps in two processes no tick is lost, the second save is a conflict, and each sees the other's work", async () => {
  const tasks = Array.from({ length: 8 }, (_, index) => `- [ ] T00${index + 1} task\n`).join("");
  const cwd = await temporaryTree({ ...spec, "specs/001-x/plan.md": "# P\n", "specs/001-x/tasks.md": tasks });
  const file = join(cwd, "specs/001-x/tasks.md");
  const [one, two] = await Promise.all([TerminalApp.start({ cwd }), TerminalApp.start({ cwd })]);
  await Promise.all([one.keys("Enter", "l", "l"), two.keys("Enter", "l", "l", "G")]);
  // Down from the first task and up from the last one, at the same time.
  one.burst(" j j j ");
  two.burst(" k k k ");
  await Promise.all([one.settled(), two.settled()]);
  expect(readFileSync(file, "utf8")).toBe(tasks.replaceAll("[ ]", "[x]"));
  await Promise.all([one.shows("[8/8]"), two.shows("[8/8]")]);
  await Promise.all([one.keys("e"), two.keys("e")]);
  one.burst("one ");
  two.burst("two ");
  await Promise.all([one.settled(), two.settled()]);
  await one.keys("C-s");
  await one.shows("Saved specs/001-x/tasks.md");
  await two.keys("C-s");
  await two.shows("The file changed on disk since you opened it");
  expect(two.screen()).toContain("one - [x] T001");
  expect(readFileSync(file, "utf8")).toMatch(/^one - \[x\] T001/);
  await two.keys("o");
  await two.shows("Saved specs/001-x/tasks.md");
  expect(readFileSync(file, "utf8")).toMatch(/^two - \[x\] T001/);
});

// covers spec-tui: size-storm, resize-in-the-editor
test("many resizes during a run and in the editor keep the run going, the text complete and the screen right", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { let n = 0; setInterval(() => progress(message.id, ++n % 100, "beat " + n), 20); return false; }',
  );
  const app = await TerminalApp.start({ cwd: await temporaryTree(spec), config: settings(agent) });
  await (await app.keys("r", "p")).shows("beat");
  await app.keys("e");
  const sizes = (from: number) =>
    Array.from({ length: 25 }, (_, turn): [number, number] =>
      turn % 3 === 0 ? [30, 8] : [40 + turn * 3 + from, 12 + turn],
    );
  app.resizes(sizes(0));
  app.resize(110, 30);
  await app.shows("Editing");
  await app.type("first ");
  app.resizes(sizes(5));
  app.resize(90, 28);
  await app.shows("Editing");
  await app.type("second ");
  await app.shows("first second # Feature");
  await app.shows(/└[─ ]+1 of 1 ┘\n┌ Editing [\s\S]*plan · 001-x · running/);
  expect(app.ask("#{cursor_x},#{cursor_y}")).toMatch(/^\d+,\d+$/);
  const beat = /beat (\d+)/.exec(app.screen())?.[1];
  await app.until(() => /beat (\d+)/.exec(app.screen())?.[1] !== beat, "to go on");
  await app.keys("C-s", "Escape");
  app.resize(20, 5);
  await app.shows("need 40x10");
  app.send("q");
  await app.shows("A run is active");
  app.send("q");
  await leftBehind(app, 0);
});

// covers spec-tui: new-spec, worktree-folder, configuration-files, worktree-folder-setting
test("legacy settings are read (.spec-tui.toml, spec-tui and speck in the home folder, SPEC_TUI__), and typed-ahead keys wait", async () => {
  const root = await temporaryRepository({
    ".spec-tui.toml": '[worktree]\ndirectory = "trees"\n[git]\nspecs_directory = "features"\n',
    "features/001-a/spec.md": "# A\n",
  });
  const warnings = join(await temporaryFolder(), "warnings");
  const app = await TerminalApp.start({
    cwd: root,
    files: {
      ".config/speck/config.toml": '[keys]\nzoom = "x"\n[ui]\nreduced_motion = true\n',
      ".config/spec-tui/config.toml": '[keys]\nswitch = "u"\n',
    },
    env: { SPEC_TUI__UI__ASCII: "true", EDITOR: "true", NODE_OPTIONS: `--redirect-warnings=${warnings}` },
  });
  expect(app.screen()).toContain("+ Specs and work ---");
  // Creates a spec and runs specify without waiting: the last two keys act on the new spec.
  app.burst("nDogs travel free\rrs");
  await app.idle();
  const folder = join(root, "trees/002-dogs-travel-free/features/002-dogs-travel-free");
  expect(readFileSync(join(folder, "spec.md"), "utf8")).toContain('**Input**: "Dogs travel free"');
  expect(readFileSync(join(root, "features/001-a/spec.md"), "utf8")).toBe("# A\n");
  expect(runGit(root, "status", "--porcelain")).toBe("");
  await (await app.keys("u")).shows("Switched to 002-dogs-travel-free");
  // The terminal can be handed over any number of times.
  app.burst(`x${"E".repeat(11)}`);
  await app.settled();
  expect(app.screen()).toContain("Specs and work 1/4");
  expect(existsSync(warnings) && readFileSync(warnings, "utf8")).toBe(false);
});
