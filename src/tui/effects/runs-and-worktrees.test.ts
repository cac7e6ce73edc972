import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { LiveApp } from "../../../test/support/live-app.ts";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";

const spec = { "specs/001-x/spec.md": "# Feature Specification: X\n\nOne line.\n" };

function settings(agent: string): string {
  return `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`;
}

// covers spec-tui: five-commands, cancel, quit-during-a-run
test("c cancels an agent that does not stop, c again ends it, its files stay, R runs it again, and q asks first", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { writeFileSync(message.params.arguments.spec_directory + "/plan.md", "# Half a plan\\n"); progress(message.id, 30, "working"); return false; } if (message.method === "shutdown") return false;',
    'import { writeFileSync } from "node:fs"; process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);',
  );
  const home = await temporaryTree({ ".config/hewto/config.toml": settings(agent) });
  const env = { PATH: process.env["PATH"], HOME: home };
  const root = await temporaryTree(spec);
  const app = await LiveApp.open(root, env);
  onTestFinished(() => app.stop());
  await (await app.keys("r", "p")).shows("30 %");
  await app.keys("q");
  expect(app.text()).toContain("Quit while a run is active?");
  await app.keys("n", "c");
  expect(app.text()).toContain("canceling");
  await (await app.keys("c")).shows("plan · 001-x · cancelled");
  expect(app.text()).toContain("plan.md +1 -0");
  expect(readFileSync(join(root, "specs/001-x/plan.md"), "utf8")).toBe("# Half a plan\n");
  await (await app.keys("R")).shows("30 %");
  await app.keys("q", "y");
  expect(app.hasQuit).toBe(true);
});

test("more time for a silent agent is offered until its time is up, and not while it is being stopped", async () => {
  const agent = writeAgent(`return message.method === "initialize" || message.method === "tools/list";`);
  const home = await temporaryTree({
    ".config/hewto/config.toml": `${settings(agent)}timeout_seconds = 1\n`,
  });
  const app = await LiveApp.open(await temporaryTree(spec), { PATH: process.env["PATH"], HOME: home });
  onTestFinished(() => app.stop());
  await (await app.keys("r", "p")).shows("plan · 001-x · out of time, stopping");
  expect(app.text()).not.toContain("waits longer");
  await (await app.keys("c")).shows("plan · 001-x · cancelled");
});

// covers spec-tui: mcp-endpoint-setting
test("a command from the project's configuration starts only with permission; without it, an error says why", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { text(message.id, "hello from it"); return false; }',
  );
  const home = await temporaryFolder();
  const root = await temporaryTree({ ...spec, "hewto.toml": settings(agent) });
  const app = await LiveApp.open(root, { PATH: process.env["PATH"], HOME: home });
  await app.shows("not allowed yet");
  await (await app.keys("r", "p")).shows("wants to start:");
  await (await app.keys("n")).shows("plan · 001-x · failed");
  expect(app.text()).toMatch(/you have not\W+allowed that yet/);
  await (await app.keys("R")).shows("wants to start:");
  await (await app.keys("y")).shows("hello from it");
  expect(existsSync(join(home, ".config/hewto/trusted-commands.json"))).toBe(true);
});

// covers spec-tui: switch-by-worktree, worktree-manager, one-worktree-per-branch, delete-after-confirmation,
//   delete-dirty-worktree, delete-current-worktree
test("w creates a worktree with the uncommitted spec; deleting asks first, and is refused while it is in use", async () => {
  const root = await temporaryRepository({ "a.md": "a" });
  writeFileSync(join(root, "b.md"), "b");
  commitAll(root);
  mkdirSync(join(root, "specs/001-x"), { recursive: true });
  writeFileSync(join(root, "specs/001-x/spec.md"), "# X\n");
  const app = await LiveApp.open(root);
  await app.keys("w");
  expect(app.text()).toContain("Copy the spec?");
  await app.keys("y");
  const worktree = join(root, ".worktrees/001-x");
  expect(readFileSync(join(worktree, "specs/001-x/spec.md"), "utf8")).toBe("# X\n");
  expect(runGit(worktree, "branch", "--show-current").trim()).toBe("001-x");
  expect(runGit(root, "status", "--porcelain")).toBe("?? specs/\n");
  await app.keys("W", "j", "d");
  expect(app.text()).toContain("it is active; switch to another one first");
  await app.keys("k", "w", "j", "d");
  expect(app.text()).toContain(
    "It has 1 uncommitted file. Commit first, or press D to delete it with everything in it.",
  );
  await app.keys("D", "001", "\r");
  expect(existsSync(worktree)).toBe(true);
  await app.keys("-x", "\r");
  expect(existsSync(worktree)).toBe(false);
  expect(runGit(root, "branch", "--list", "001-x")).toContain("001-x");
  // Again, but clean: then y is enough.
  await app.keys("1", "w", "n", "W", "g", "w", "j", "d");
  expect(app.text()).toContain("Delete this worktree?");
  await app.keys("n");
  expect(existsSync(worktree)).toBe(true);
  await app.keys("d", "y");
  expect(existsSync(worktree)).toBe(false);
});

// covers spec-tui: delete-dirty-worktree
test("a worktree that changed after the question is not deleted, and the error names the key that deletes it", async () => {
  const root = await temporaryRepository({ "specs/001-x/spec.md": "# X\n" });
  const app = await LiveApp.open(root);
  await app.keys("w", "W", "g", "w", "j", "d");
  writeFileSync(join(root, ".worktrees/001-x/new.md"), "x");
  await app.keys("y");
  expect(app.text()).toContain("The worktree was not deleted");
  expect(app.text()).toContain("Press D to discard them.");
  expect(existsSync(join(root, ".worktrees/001-x/new.md"))).toBe(true);
});
