import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { LiveApp } from "../../../test/support/live-app.ts";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { smallDisk } from "../../../test/support/small-disk.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { watchFiles } from "./watch.ts";

const tasks = {
  "specs/001-x/spec.md": "# X\n",
  "specs/001-x/plan.md": "# P\n",
  "specs/001-x/tasks.md": "- [ ] T001 a\n- [ ] T002 b\n",
};

/** From the list to the tasks of the first spec. */
async function onTasks(root: string): Promise<LiveApp> {
  return (await LiveApp.open(root)).keys("\r", "l", "l");
}

/** An environment whose user configuration names this agent. */
async function homeWith(agent: string, more = ""): Promise<NodeJS.ProcessEnv> {
  const toml = `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n${more}`;
  const home = await temporaryTree({ ".config/hewto/config.toml": toml });
  return { PATH: process.env["PATH"], HOME: home };
}

// covers spec-tui: read-only-tasks
test("a read-only file is neither ticked nor saved: a dialog says so and the text stays in the editor", async () => {
  const root = await temporaryTree(tasks);
  const file = join(root, "specs/001-x/tasks.md");
  chmodSync(file, 0o444);
  const app = await onTasks(root);
  await app.keys(" ");
  expect(app.text()).toContain("The task was not ticked");
  expect(app.text()).toContain("is read-only; nothing was written.");
  await app.keys("\r", "e", "new ", "\u0013");
  expect(app.text()).toContain("The text was not saved");
  expect(readFileSync(file, "utf8")).toBe(tasks["specs/001-x/tasks.md"]);
  chmodSync(file, 0o644);
  await app.keys("\r", "\u0013");
  expect(app.text()).toContain("Saved specs/001-x/tasks.md");
  expect(readFileSync(file, "utf8")).toBe(`new ${tasks["specs/001-x/tasks.md"]}`);
});

test("on a full disk the file stays intact, a dialog says why, and the text can be saved later", async () => {
  const { path: root } = await smallDisk(192);
  await writeTree(root, { "specs/001-x/spec.md": "first\n" });
  const app = await LiveApp.open(root);
  await app.keys("\r", "e", "typed ");
  const ballast = join(root, "ballast");
  fill(ballast);
  await app.keys("\u0013");
  expect(app.text()).toContain("The text was not saved");
  expect(app.text()).toContain("Free some space on the disk");
  expect(readFileSync(join(root, "specs/001-x/spec.md"), "utf8")).toBe("first\n");
  rmSync(ballast);
  await app.keys("\r", "\u0013");
  expect(readFileSync(join(root, "specs/001-x/spec.md"), "utf8")).toBe("typed first\n");
});

function fill(path: string): void {
  let text = "";
  for (;;) {
    try {
      writeFileSync(path, text, { flag: "a" });
      text = "x".repeat(1024);
    } catch {
      return;
    }
  }
}

// covers spec-tui: switch-by-worktree, full-disk
test("a worktree that does not fit on its disk is an error; the new spec is not created elsewhere instead", async () => {
  const root = await temporaryRepository({ "large.bin": "x".repeat(400_000), "specs/001-x/spec.md": "x" });
  symlinkSync((await smallDisk(64)).path, join(root, ".worktrees"));
  const app = await LiveApp.open(root);
  await app.keys("w");
  expect(app.text()).toContain("The worktree could not be created");
  expect(app.text()).toContain("Free some space on the disk");
  await app.keys("\r", "n", "Boarding passes", "\r");
  expect(app.text()).toContain("The spec could not be created");
  expect(runGit(root, "branch", "--list").trim()).toBe("* main");
  expect(existsSync(join(root, "specs/002-boarding-passes"))).toBe(false);
});

// covers spec-tui: save-into-missing-folder
test("saving into a deleted folder is a conflict; overwriting creates the folder again", async () => {
  const root = await temporaryTree({ "specs/001-x/spec.md": "first\n" });
  const app = await LiveApp.open(root);
  await app.keys("\r", "e", "mine ");
  rmSync(join(root, "specs/001-x"), { recursive: true });
  await app.keys("\u0013");
  expect(app.text()).toContain("The file changed on disk since you opened it");
  await app.keys("o");
  expect(readFileSync(join(root, "specs/001-x/spec.md"), "utf8")).toBe("mine first\n");
});

test("overwriting replaces only the text that the dialog showed; a later change opens the dialog again", async () => {
  const root = await temporaryTree({ "specs/001-x/spec.md": "first\n" });
  const file = join(root, "specs/001-x/spec.md");
  const app = await LiveApp.open(root);
  await app.keys("\r", "e", "mine ");
  writeFileSync(file, "second\n");
  await app.keys("\u0013");
  writeFileSync(file, "third, never shown\n");
  await app.keys("o");
  expect(readFileSync(file, "utf8")).toBe("third, never shown\n");
  expect(app.text()).toContain("The file changed on disk since you opened it");
  await app.keys("o");
  expect(readFileSync(file, "utf8")).toBe("mine first\n");
});

// covers spec-tui: view-and-edit
test("files that other programs create, edit in place and delete are noticed; files off the screen are not checked", async () => {
  const root = await temporaryTree(tasks);
  const app = await LiveApp.open(root);
  const watch = watchFiles(
    () => app.state,
    () => {},
  );
  onTestFinished(watch.stop);
  writeFileSync(join(root, "specs/001-x/spec.md"), "# X before the first check\n");
  expect(watch.check()).toBe(true);
  const noticed = (change: () => void) => {
    watch.check();
    change();
    return watch.check();
  };
  expect(noticed(() => writeFileSync(join(root, "specs/001-x/spec.md"), "# X in place\n"))).toBe(true);
  expect(noticed(() => writeFileSync(join(root, "specs/001-x/tasks.md"), "- [x] T001 a\n"))).toBe(true);
  expect(noticed(() => mkdirSync(join(root, "specs/002-y")))).toBe(true);
  expect(noticed(() => rmSync(join(root, "specs/001-x/plan.md")))).toBe(true);
  expect(noticed(() => writeFileSync(join(root, "other.md"), "x"))).toBe(false);
  await app.after({ type: "changed" });
  expect(app.text()).toContain("X in place");
  expect(app.text()).toContain("002-y");
});

// covers spec-tui: bare-repository, locked-worktree, no-git
test("the list works with a locked worktree, in a bare repository and without git", async () => {
  const root = await temporaryRepository({ "specs/001-x/spec.md": "x" });
  const app = await LiveApp.open(root);
  await app.keys("w");
  runGit(root, "worktree", "lock", "--reason", "on a stick", ".worktrees/001-x");
  await app.keys("W", "g", "w", "\u001b[15~", "j", "d");
  expect(app.text()).toContain("it is locked (on a stick)");
  const bare = await temporaryFolder();
  runGit(root, "clone", "-q", "--bare", root, join(bare, "b.git"));
  expect((await LiveApp.open(join(bare, "b.git"))).text()).toContain("Not a git repository: no worktrees.");
  const before = process.env["PATH"];
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
  process.env["PATH"] = bare;
  const without = await LiveApp.open(root);
  expect(without.text()).toContain("001-x plan");
  expect(without.text()).toMatch(/git/);
  await without.keys("n", "Boarding", "\r");
  expect(without.text()).toMatch(/git/);
});

// covers spec-tui: worktree-manager
test("the size of a worktree is measured when it is selected, and the main one is measured without the others", async () => {
  const root = await temporaryRepository({ "specs/001-x/spec.md": "x" });
  const app = await LiveApp.open(root);
  await app.keys("w");
  writeFileSync(join(root, ".worktrees/001-x/large.bin"), "x".repeat(3_000_000));
  commitAll(join(root, ".worktrees/001-x"));
  expect(app.state.treeSizes).toEqual({});
  await app.keys("W", "g");
  expect(app.state.treeSizes[root]).toBeLessThan(2_000_000);
  await app.keys("w", "j");
  expect(app.text()).toMatch(/2 of 2, 3\.\d MB/);
  expect((await app.keys("d")).text()).toMatch(/It uses 3\.\d MB on disk/);
});

// covers spec-tui: unwritable-log-folder, log-rotation
test("a run without a writable log goes on and is reported once; at most a hundred logs are kept", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { text(message.id, "hello"); return false; }',
  );
  const root = await temporaryTree({ ...tasks, ".hewto/logs": "a file in the way" });
  const app = await LiveApp.open(root, await homeWith(agent));
  await (await app.keys("r", "p")).shows("plan · 001-x · done");
  expect(app.text()).toContain("Runs are not logged");
  await (await app.keys("R")).shows("plan · 001-x · done");
  expect(app.state.notices.filter(({ text }) => text.includes("not logged"))).toHaveLength(1);
  rmSync(join(root, ".hewto/logs"));
  const names = Array.from({ length: 130 }, (_, index) => `.hewto/logs/001-x-plan-${1000 + index}.log`);
  await writeTree(root, Object.fromEntries(names.map((name) => [name, "old"])));
  for (const [index, name] of names.entries()) utimesSync(join(root, name), 1000 + index, 1000 + index);
  await (await app.keys("R")).settled();
  await app.shows("plan · 001-x · done");
  const left = readdirSync(join(root, ".hewto/logs"));
  expect(left).toHaveLength(100);
  expect(left).not.toContain("001-x-plan-1030.log");
  expect(left).toContain("001-x-plan-1129.log");
});

test("a prompt to a model is shown first, and can be edited, allowed or denied", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { call = message.id; send({ id: 900, method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "Say the word" } }], maxTokens: 10 } }); return false; } if (message.id === 900) { text(call, "GOT " + JSON.stringify(message.result?.content ?? message.error)); return false; }',
    "let call = 0;",
  );
  const root = await temporaryTree(tasks);
  const model =
    '[model]\nbackend = "command"\ncommand = "sh"\nargs = ["-c", "echo heard: $(cat | tail -1)"]\n';
  const app = await LiveApp.open(root, await homeWith(agent, model));
  await (await app.keys("r", "p")).shows("Say the word");
  expect(app.text()).toContain("y allow, r allow for this run, e edit first, n deny");
  await (await app.keys("e")).shows("Say the word (edited)");
  await (await app.keys("y")).shows("plan · 001-x · done");
  expect(app.text()).toContain("heard: Say the word (edited)");
  await (await app.keys("R")).shows("e edit first");
  await (await app.keys("n")).shows("plan · 001-x · done");
  expect(app.text()).not.toContain("heard:");
});

test("+ restarts the time limit of a silent run and is offered when the time is nearly up; y copies the path", async () => {
  const app = await LiveApp.open(await temporaryTree(tasks));
  await app.keys("y");
  expect(app.copied).toEqual([expect.stringMatching(/specs\/001-x/)]);
  app.type("r", "p");
  app.takeEffects();
  const id = app.state.currentRunId ?? 0;
  app.send({ type: "run-output", id, running: true, progress: undefined, lines: [] });
  app.now += 50_000;
  app.send({ type: "tick" });
  expect(app.text()).toContain("waits longer");
  app.type("+");
  expect(app.takeEffects()).toEqual([{ do: "extend-run", id: app.state.currentRunId }]);
  expect(app.text()).not.toContain("waits longer");
});

test("a legacy .speck.toml still sets the folders of worktrees and specs", async () => {
  const root = await temporaryRepository({
    ".speck.toml": '[worktree]\ndirectory = "trees"\n[git]\nspecs_directory = "features"\n',
    "features/001-a/spec.md": "x",
  });
  const app = await LiveApp.open(root);
  await app.keys("w");
  expect(existsSync(join(root, "trees/001-a/features/001-a/spec.md"))).toBe(true);
  expect(runGit(root, "status", "--porcelain")).toBe("");
});
