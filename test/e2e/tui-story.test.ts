import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlan } from "../../src/workflow/read/check-plan.ts";
import { checkSpec } from "../../src/workflow/read/check-spec.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { TerminalApp } from "../support/tmux.ts";

// covers spec-tui: five-commands, new-spec, one-worktree-per-branch, workflow-steps, log-files,
//   works-without-configuration, whole-workflow
test("the whole workflow works with keys alone: new spec, specify, clarify, plan, tasks, tick, implement, quit", {
  timeout: 90_000,
}, async () => {
  const root = await temporaryRepository({ "package.json": '{"devDependencies":{"vitest":"4"}}' });
  const app = await TerminalApp.start({ cwd: root });
  expect(app.screen()).toContain("No specs yet. Press n to create one.");
  await app.keys("n");
  await app.type("Season passes for commuters must be fast");
  await app.keys("Enter");
  const folder = "001-season-passes-commuters-fast";
  await app.shows(`> ○ ${folder} specify`);

  await (await app.keys("r", "s")).idle();
  await app.shows(new RegExp(`Output · specify · ${folder} · done`));
  expect(app.screen()).toContain(`${folder} clarify`);

  await (await app.keys("r", "c")).shows("What response time counts as");
  await app.type("two seconds");
  await app.keys("Enter");
  await app.shows(/Question 2 of \d/);
  await (await app.keys("Escape")).idle();
  expect(app.screen()).toContain(`${folder} plan`);

  await (await app.keys("r", "p")).idle();
  expect(app.screen()).toContain("[Plan]");
  await (await app.keys("r", "t")).idle();
  expect(app.screen()).toContain("[Tasks]");
  const directory = join(root, ".worktrees", folder, "specs", folder);
  const read = (name: string) => readFileSync(join(directory, name), "utf8");
  const before = read("tasks.md");
  await app.keys("Enter", "Space");
  expect(read("tasks.md")).toBe(before.replace("- [ ] T001", "- [x] T001"));

  await (await app.keys("r", "i")).shows("1 checklist still open");
  await app.type("yes");
  await (await app.keys("Enter")).idle();
  await app.shows(`Output · implement · ${folder} · failed`);
  expect(app.screen()).toContain("No agent or model is connected");
  expect(app.screen()).toMatch(/R retry/);
  await app.keys("q");
  app.send("q");
  await app.shows("EXIT:0");

  expect(checkSpec(read("spec.md"))).toEqual([]);
  expect(read("spec.md")).toContain("→ A: two seconds");
  expect(checkPlan(read("plan.md"))).toEqual([]);
  expect(runGit(root, "branch", "--list", folder)).toContain(folder);
  expect(runGit(root, "worktree", "list")).toContain(`.worktrees/${folder}`);
  expect(runGit(root, "status", "--porcelain")).toBe("");
  const logs = readdirSync(join(root, ".hewto/logs"));
  for (const step of ["specify", "clarify", "plan", "tasks", "implement"])
    expect(logs.filter((name) => name.startsWith(`${folder}-${step}-`))).toHaveLength(1);
});
