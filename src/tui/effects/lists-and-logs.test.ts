import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { LiveApp } from "../../../test/support/live-app.ts";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { ownTemplates } from "../../workflow/templates/texts.ts";

// covers spec-tui: works-without-configuration, no-specs-folder, empty-specs-folder
test("a project without specs shows which key to press first and the steps from there to working code", async () => {
  const projects: Record<string, string>[] = [{}, { "specs/": "" }];
  for (const files of projects) {
    const app = await LiveApp.open(await temporaryTree(files));
    expect(app.text()).toContain("No specs yet. Press n to create one.");
    expect(app.text()).toMatch(/r s +specify writes the spec/);
    await app.keys("j", "G", "\r", " ", "e", "w", "d", "R", "4", "r");
    expect(app.text()).toContain("There is no spec to run. Press n to create one.");
  }
});

// covers spec-tui: held-key, five-hundred-specs
test("five hundred specs are listed, and holding a key down scrolls through all of them", async () => {
  const names = Array.from({ length: 500 }, (_, index) => `${String(index + 1).padStart(3, "0")}-feature`);
  const root = await temporaryTree(
    Object.fromEntries(names.map((name) => [`specs/${name}/spec.md`, `# ${name}\n`])),
  );
  const app = await LiveApp.open(root);
  const rows = app.state.lists.project;
  expect(rows.map(({ name }) => name).sort()).toEqual(names);
  await app.keys("j".repeat(300));
  expect(app.state.selected).toBe(rows[300]?.key);
  expect(app.text()).toContain(`# ${rows[300]?.name}`);
  expect(app.text()).toContain("301 of 500");
  await app.keys("\u001b[B".repeat(300));
  expect(app.state.selected).toBe(rows[499]?.key);
});

// covers spec-tui: prerequisites, untouched-template
test("an unedited template is shown, and the step that fills it is still the next step", async () => {
  const template = ownTemplates["spec-template"];
  const root = await temporaryTree({ "specs/001-x/spec.md": template, "specs/002-y/spec.md": "" });
  const app = await LiveApp.open(root);
  expect(app.text()).toContain("001-x specify");
  expect(app.text()).toContain("002-y specify");
  expect(app.text()).toContain(template.split("\n")[0]?.slice(0, 20));
  await app.keys("r", "p");
  expect(app.text()).toContain("plan cannot run for 001-x: needs spec.md: run specify first.");
});

// covers spec-tui: crlf, one-byte-changes, uncheck
test("a second Space undoes the first byte for byte; CRLF and [X] elsewhere are kept", async () => {
  const text = "# T\r\n- [X] T001 a\r\n- [ ] T002 b\r\n";
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# X\n",
    "specs/001-x/plan.md": "# P\n",
    "specs/001-x/tasks.md": text,
  });
  const file = join(root, "specs/001-x/tasks.md");
  const app = await LiveApp.open(root);
  await app.keys("\r", "l", "l", "j", " ");
  expect(readFileSync(file, "utf8")).toBe(text.replace("[ ] T002", "[x] T002"));
  await app.keys(" ");
  expect(readFileSync(file, "utf8")).toBe(text);
});

// covers spec-tui: delete-current-worktree, inside-a-worktree
test("a linked worktree lists all worktrees; only those other than itself and the main one can be deleted", async () => {
  const main = await temporaryRepository({ "specs/001-x/spec.md": "# X\n", "specs/002-y/spec.md": "# Y\n" });
  runGit(main, "worktree", "add", "-q", "-b", "001-x", join(main, "../linked"));
  const app = await LiveApp.open(join(main, "../linked"));
  await app.keys("j", "w");
  const worktree = join(main, ".worktrees/002-y");
  expect(existsSync(join(worktree, "specs/002-y/spec.md"))).toBe(true);
  await app.keys("W", "g", "d");
  expect(app.text()).toContain("it is the main checkout");
  const at = app.state.trees.findIndex(({ branch }) => branch === "001-x");
  await app.keys("g", "j".repeat(at), "d");
  expect(app.text()).toContain("Hewto was started in it");
  await app.keys("w", "G", "d", "y");
  expect(existsSync(worktree)).toBe(false);
});

// covers spec-tui: log-files, hostile-output, log-is-complete, log-viewer
test("the log of a run has a header and every line; the app shows it next to older logs, without its escape sequences", async () => {
  const output = "\u001b[2J\u001b]52;c;aGk=\u0007\u001b]0;owned\u0007 10%\r 100% \u009b31mdone\b!";
  const agent = writeAgent(
    `if (message.method === "tools/call") { progress(message.id, 50, "half"); process.stderr.write("warned\\n"); text(message.id, ${JSON.stringify(output)}); return false; }`,
  );
  const home = await temporaryTree({
    ".config/hewto/config.toml": `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`,
  });
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# X\n",
    "specs/001-x/plan.md": "# Plan\n",
    ".hewto/logs/001-x-specify-20200101T000000-1.log": "an older run\n",
  });
  const app = await LiveApp.open(root, { PATH: process.env["PATH"], HOME: home });
  onTestFinished(() => app.stop());
  await (await app.keys("r", "p")).shows("plan · 001-x · done");
  expect(app.text()).toContain("100% don!");
  expect(app.screen().glyphs.some((glyph) => /\p{Cc}/u.test(glyph))).toBe(false);
  const [name = ""] = readdirSync(join(root, ".hewto/logs")).filter((each) => each.includes("-plan-"));
  const log = readFileSync(join(root, ".hewto/logs", name), "utf8");
  expect(log).toMatch(/^tool: speckit\.plan$/m);
  expect(log).toMatch(/\[PROG\] .*half/);
  expect(log).toMatch(/\[ERR\] warned/);
  expect(log).toMatch(/\[OUT\] .*100% .*done/);
  expect(log.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  await app.keys("L", "j", "\r");
  expect(app.text()).toContain(name);
  expect(app.text()).toContain("tool: speckit.plan");
  await app.keys("\u001b", "G", "\r");
  expect(app.text()).toContain("an older run");
});

test("a file named by --config overrides all others, for runs and for the first check of the agent", async () => {
  const agent = writeAgent(
    `if (message.method === "tools/call") { text(message.id, "from the named file"); return false; }`,
  );
  const home = await temporaryTree({
    ".config/hewto/config.toml": `[mcp]\ncommand = "no-such-agent"\n`,
    "named.toml": `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`,
  });
  const root = await temporaryTree({ "specs/001-x/spec.md": "# X\n", "specs/001-x/plan.md": "# Plan\n" });
  const env = { PATH: process.env["PATH"], HOME: home };
  const app = await LiveApp.open(root, env, join(home, "named.toml"));
  onTestFinished(() => app.stop());
  await app.shows("test-agent 1.2.3");
  await (await app.keys("r", "p")).shows("plan · 001-x · done");
  expect(app.text()).toContain("from the named file");
});

// covers spec-tui: overview, status-from-files, worktree-states
test("a row shows whether the spec has its own worktree, whether it is active, and whether it has uncommitted work", async () => {
  const root = await temporaryRepository({ "specs/001-x/spec.md": "# X\n", "specs/002-y/spec.md": "# Y\n" });
  const app = await LiveApp.open(root);
  expect(app.text()).toContain("> ◐ 001-x plan ");
  await app.keys("w");
  expect(app.text()).toMatch(/001-x plan ⎇!/);
  await app.keys("e", "x", "\u0013", "\u001b", "1");
  expect(app.text()).toMatch(/001-x plan ⎇\*!/);
  expect(app.text()).toMatch(/001-x dirty ~1 active/);
  expect(app.text()).toMatch(/002-y plan +│/);
});
