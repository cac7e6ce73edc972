import { access, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlan } from "../../src/workflow/read/check-plan.ts";
import { checkSpec } from "../../src/workflow/read/check-spec.ts";
import { checkTasks } from "../../src/workflow/read/check-tasks.ts";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary.ts";

async function place(
  files: Record<string, string> = { "package.json": '{"devDependencies":{"vitest":"4"}}' },
) {
  const root = await temporaryRepository(files);
  const home = await temporaryFolder();
  const hew = async (...words: string[]) => {
    const ended = await run(hewto, words, { cwd: root, env: { HOME: home } });
    return { ...ended, json: () => JSON.parse(ended.output) };
  };
  return { root, hew };
}

test("the whole story without a model: worktree, specify, clarify, plan, tasks, toggle, implement", async () => {
  const { root, hew } = await place();
  const made = (await hew("features", "new", "Season passes for commuters", "--worktree", "--json")).json();
  expect(made).toMatchObject({
    folder: "001-season-passes-commuters",
    branch: "001-season-passes-commuters",
  });
  const directory = join(root, ".worktrees/001-season-passes-commuters/specs/001-season-passes-commuters");
  expect(made.spec_directory).toBe(directory);
  const description = "As a commuter, I want to scan a pass so that I board quickly. Passes must expire.";
  const specified = (await hew("run", "specify", "1", "--description", description, "--json")).json();
  expect(specified).toMatchObject({
    state: "done",
    tool: "speckit.specify",
    spec_directory: directory,
    isError: false,
  });
  const clarified = (await hew("run", "clarify", "1", "--question", "Who sells passes?", "--json")).json();
  expect(clarified).toMatchObject({ state: "tool-failed", isError: true });
  expect(clarified.structuredContent).toMatchObject({ questions: ["Who sells passes?"], answers: [] });
  const planned = await hew("run", "plan", "1");
  expect(planned.code).toBe(0);
  // People get commands, agents get tools.
  expect(planned.output).toContain("Next: `hewto run tasks`");
  expect(planned.output).not.toContain("speckit.");
  expect((await hew("run", "tasks", "--spec", "season-passes-commuters")).code).toBe(0);
  const read = (name: string) => readFile(join(directory, name), "utf8");
  expect(checkSpec(await read("spec.md"))).toEqual([]);
  expect(checkPlan(await read("plan.md"))).toEqual([]);
  expect(checkTasks(await read("tasks.md"), [1])).toEqual([]);
  const before = await read("tasks.md");
  expect((await hew("tasks", "toggle", "t001", "--spec", "1", "--json")).json()).toMatchObject({
    id: "T001",
    done: true,
  });
  expect(await read("tasks.md")).toBe(before.replace("- [ ] T001", "- [x] T001"));
  expect((await hew("tasks", "toggle", "T999", "--spec", "1")).code).toBe(1);
  const gated = await hew("run", "implement", "1", "--task-filter", "US1");
  expect(gated.errors).toContain("Open checklists block the implementation: requirements.md.");
  expect(gated.errors).toContain("Run `hewto tasks toggle CHK001 --spec 001-season-passes-commuters`");
  const checklist = await read("checklists/requirements.md");
  await writeFile(join(directory, "checklists/requirements.md"), checklist.replaceAll("- [ ]", "- [x]"));
  const implemented = await hew("run", "implement", "1", "--task-filter", "US1");
  expect(implemented.code).toBe(1);
  expect(implemented.errors).toContain("No agent or model is connected");
  expect((await hew("features", "list", "--json")).json().features).toMatchObject([
    {
      folder: "001-season-passes-commuters",
      phase: "implement",
      tasks: { completed: 1 },
      branch: "001-season-passes-commuters",
    },
  ]);
  expect(runGit(root, "status", "--porcelain")).toBe("");
  expect(
    JSON.parse(
      await readFile(join(root, ".worktrees/001-season-passes-commuters/.specify/feature.json"), "utf8"),
    ),
  ).toEqual({ feature_directory: "specs/001-season-passes-commuters" });
  expect((await hew("worktree", "remove", "001-season-passes-commuters")).code).toBe(1);
  expect((await hew("worktree", "remove", "001-season-passes-commuters", "--force")).code).toBe(0);
  await expect(access(directory)).rejects.toThrow();
});

test("two runs at once get different numbers, and each its own spec", async () => {
  const { root, hew } = await place();
  const runs = await Promise.all(
    ["Export bookings", "Import timetables"].map((text) =>
      hew("run", "specify", "--description", text, "--json"),
    ),
  );
  const folders = runs.map((each) => each.json().spec_directory.slice(root.length + 7)).sort();
  expect(folders.map((folder) => folder.slice(0, 4))).toEqual(["001-", "002-"]);
  for (const folder of folders)
    expect(checkSpec(await readFile(join(root, "specs", folder, "spec.md"), "utf8"))).toEqual([]);
});

test("a description in another script gets a name and a whole spec", async () => {
  const { hew } = await place();
  const { spec_directory } = (
    await hew("run", "specify", "--description", "予約を管理する。利用者は予約できる。", "--json")
  ).json();
  expect(spec_directory).toMatch(/\/001-\S+$/);
  expect(checkSpec(await readFile(join(spec_directory, "spec.md"), "utf8"))).toEqual([]);
});

test("doctor shakes hands with the builtin agent and finds all five tools", async () => {
  const { hew } = await place();
  const report = (await hew("doctor", "--json")).json();
  expect(report.agent).toMatchObject({
    ok: true,
    name: "hewto",
    protocol_version: "2025-11-25",
    missing: [],
    tools: expect.arrayContaining(["speckit.plan"]),
  });
  const { output, code } = await hew("doctor");
  expect(code).toBe(0);
  expect(output).toMatch(/agent +ok builtin/);
});

test("doctor says what is wrong with an agent that cannot be started: exit 3", async () => {
  const { hew } = await place({
    "hewto.toml": '[mcp]\ntransport = "http"\nendpoint = "http://127.0.0.1:1/mcp"\n',
  });
  const { code, json } = await hew("doctor", "--trust", "--json");
  expect(code).toBe(3);
  expect(json().agent).toMatchObject({
    ok: false,
    error: expect.stringContaining("No server is listening"),
    missing: expect.arrayContaining(["speckit.plan"]),
  });
});

test("what remembers the active feature is named in the result: the choice, and the line in .git/info/exclude", async () => {
  const { root, hew } = await place();
  const first = await hew("run", "specify", "--description", "Users can export a table");
  expect(first.output).toContain(`- ${root}/.specify/feature.json (created)`);
  expect(first.output).toContain(
    `- ${root}/.git/info/exclude (updated, so that git status does not list .specify/feature.json)`,
  );
  const again = await hew("run", "specify", "--description", "Users can import a table");
  expect(again.output).toContain(`- ${root}/.specify/feature.json (updated)`);
  expect(again.output).not.toContain("exclude");
  expect(runGit(root, "status", "--porcelain")).not.toContain(".specify");
});
