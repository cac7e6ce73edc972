import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { processesWith, run } from "../support/processes.ts";
import { needsProgram } from "../support/skip.ts";
import { temporaryTree } from "../support/temporary.ts";
import { gone, leftBehind, TerminalApp } from "../support/tmux.ts";

const spec = {
  "specs/001-x/spec.md": "# Feature Specification: X\n\n\u001b[2J\u001b]0;owned\u0007 harmless\n",
};

// covers spec-tui: signals
test("signals and closing the window restore the terminal, end the agent and exit with the signal's code", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { progress(message.id, 10, "working"); return false; }',
  );
  const config = `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`;
  const cwd = await temporaryTree(spec);
  const ended = async (signal: NodeJS.Signals, code: number) => {
    const app = await TerminalApp.start({ cwd, config });
    expect(app.ask("#{alternate_on}")).toBe("1");
    await (await app.keys("r", "p")).shows("working");
    process.kill(app.pid(), signal);
    await leftBehind(app, code);
  };
  const closed = async () => {
    const app = await TerminalApp.start({ cwd, config });
    await (await app.keys("r", "p")).shows("working");
    const pid = app.pid();
    app.close();
    await gone(pid);
  };
  await Promise.all([ended("SIGINT", 130), ended("SIGTERM", 143), ended("SIGHUP", 129), closed()]);
  expect(processesWith(agent)).toEqual([]);
});

// covers spec-tui: stop-and-continue
test("Ctrl-Z suspends to the shell and fg restores the screen; so do stop signals from outside", async () => {
  const cwd = await temporaryTree(spec);
  const app = await TerminalApp.start({ cwd, shell: "PS1='$ ' exec bash --norc -i" });
  await app.shows(/^\$/m);
  app.bytes(...[...'eval "$APP"\r'].map((char) => char.charCodeAt(0).toString(16)));
  await app.settled();
  app.bytes("1a");
  await app.shows("Stopped");
  expect(app.ask("#{alternate_on}")).toBe("0");
  app.bytes(...[..."fg\r"].map((char) => char.charCodeAt(0).toString(16)));
  await app.shows("001-x");
  expect(app.ask("#{alternate_on}")).toBe("1");
  app.expectKeys(1);
  await app.keys("?");
  expect(app.screen()).toContain("Keys");
  const pid = app.pid();
  process.kill(pid, "SIGTSTP");
  await app.shows(/Stopped[\s\S]*Stopped/);
  expect(app.ask("#{alternate_on}")).toBe("0");
  app.bytes(...[..."fg\r"].map((char) => char.charCodeAt(0).toString(16)));
  await app.shows("Keys");
  // Cannot be caught: the shell's prompt appears on the app's screen, and its modes on the terminal.
  process.kill(pid, "SIGSTOP");
  await app.shows("Stopped");
  app.bytes(...[..."fg\r"].map((char) => char.charCodeAt(0).toString(16)));
  await app.shows("001-x");
  await app.until(() => !app.screen().includes("Stopped"), "to be redrawn");
  expect(app.ask("#{alternate_on}")).toBe("1");
  await app.keys("Escape");
  expect(app.screen()).not.toContain("┌ Keys");
});

// covers spec-tui: hostile-documents
test("escape sequences in documents are shown and not executed", async () => {
  const app = await TerminalApp.start({ cwd: await temporaryTree(spec) });
  expect(app.title()).toBe("hewto idle 0");
  expect(app.screen()).toContain("␛[2J␛]0;owned␇ harmless");
  expect(app.screen()).toContain("Specs");
});

// covers spec-tui: not-a-terminal
test("without a terminal it exits with 2 and names the commands to use instead", async () => {
  const { code, errors } = await run(hewto, ["tui"], { cwd: await temporaryTree(spec) });
  expect(code).toBe(2);
  expect(errors).toContain("hewto features list");
});

// covers spec-tui: closed-stdin, closed-stdout
test("with closed input, or a pipe as output, it exits with 2 at once", async () => {
  needsProgram("script");
  const cwd = await temporaryTree(spec);
  const line = `'${process.execPath}' '${hewto}' tui`;
  const both = `${line} <&-; echo "CLOSED:$?"; { ${line}; echo "PIPE:$?" >&2; } | true`;
  const seen = execFileSync("script", ["-qec", both, "/dev/null"], { cwd }).toString();
  expect(seen).toContain("CLOSED:2");
  expect(seen).toContain("PIPE:2");
});

// covers spec-tui: no-color, dumb-terminal, c-locale
test("NO_COLOR and TERM=dumb disable styling, LANG=C draws in ASCII, and all mark the selection", async () => {
  const cwd = await temporaryTree(spec);
  const dumb = 'TERM=dumb; export TERM; eval "$APP"';
  const [app, poor] = await Promise.all([
    TerminalApp.start({ cwd, env: { NO_COLOR: "1", LC_ALL: "C" } }),
    TerminalApp.start({ cwd, shell: dumb }),
  ]);
  expect(app.screen()).toContain("> [~] 001-x plan");
  expect(app.screen()).toContain("+ Specs and work ---");
  expect((await poor.settled()).screen()).toContain("> ◐ 001-x plan");
  for (const each of [app, poor]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are escape sequences
    expect(each.styled()).not.toMatch(/\u001b\[[\d;]*m/);
  }
});

// covers spec-tui: split-escape-sequences
test("an arrow that arrives in two pieces is an arrow, and a lone Esc is an Esc", async () => {
  const tree = await temporaryTree({ "specs/001-x/spec.md": "x", "specs/002-y/spec.md": "y" });
  // Each piece is sent by its own process, which can take longer than the default of fifty milliseconds.
  const app = await TerminalApp.start({ cwd: tree, env: { ESCDELAY: "800" } });
  app.bytes("1b");
  await delay(15);
  app.bytes("5b", "42");
  await app.shows("> ◐ 002-y");
  app.expectKeys(1);
  await app.keys("?");
  expect(app.screen()).toContain("Keys");
  await app.keys("Escape");
  expect(app.screen()).not.toContain("┌ Keys");
});

test("--config names a file, relative to the current folder, that overrides the user's own", async () => {
  const cwd = await temporaryTree({ ...spec, "named.toml": "[ui]\nascii = true\n" });
  const config = "[ui]\nascii = false\n";
  const plain = await TerminalApp.start({ cwd, config, args: ["--config", "named.toml"] });
  expect(plain.screen()).not.toContain("│");
  expect((await TerminalApp.start({ cwd, config })).screen()).toContain("│");
});
