import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { onTerminal } from "../support/on-terminal.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const bookings = `# bookings Specification

## Purpose
How people book a place on the ferry and what they can do with a booking afterwards.

## Requirements

### Requirement: Book a place
The system SHALL let a user book a place.

#### Scenario: A free place
- **WHEN** a user books a free place
- **THEN** the place is booked
`;
const openspec = {
  "openspec/specs/bookings/spec.md": bookings,
  "package.json": '{"name":"ferry","scripts":{"test":"node --test"}}',
};
const wish = "Users can export bookings as CSV. An export expires after 30 days.";
const folder = "openspec/changes/export-bookings-csv";

async function project(files: Readonly<Record<string, string>>) {
  const root = await temporaryTree(files);
  const home = await temporaryFolder();
  const call = (...words: string[]) => run(hewto, words, { cwd: root, env: { HOME: home } });
  return { root, call, read: (path: string) => readFile(join(root, path), "utf8") };
}

test("in an OpenSpec repository the steps write a change and no second format", async () => {
  const { root, call, read } = await project(openspec);
  for (const words of [["specify", "--description", wish], ["plan"], ["tasks"]]) {
    const { code, errors } = await call("run", ...words);
    expect(code, `${words[0]}: ${errors}`).toBe(0);
  }
  const validated = await call("changes", "validate", "--strict");
  expect(validated.output).toContain("Valid: change export-bookings-csv, no errors or warnings, 1 note.");
  expect(await read(`${folder}/proposal.md`)).toMatch(
    /^# Change: Export bookings as CSV\n\n## Why\n\nUsers can/,
  );
  expect(await read(`${folder}/specs/bookings/spec.md`)).toMatch(
    /^## ADDED Requirements\n\n### Requirement: Export bookings as CSV\n/,
  );
  expect(await read(`${folder}/design.md`)).toContain("- Tests: node --test (`npm test`)");
  expect(await read(`${folder}/tasks.md`)).toMatch(/^## 1\. Setup\n\n- \[ \] 1\.1 Run `npm test`/);
  expect((await readdir(root)).sort()).toEqual([".hewto", "openspec", "package.json"]);
  const implement = await call("run", "implement");
  expect(implement.code).toBe(1);
  expect(implement.errors).toContain("of export-bookings-csv are open, in this order:");
  const archived = await call("changes", "archive", "export-bookings-csv", "--allow-open-tasks");
  expect(archived.code, archived.errors).toBe(0);
  expect(await read("openspec/specs/bookings/spec.md")).toContain("### Requirement: Export bookings as CSV");
});

test("a change for something that no spec covers brings a new spec with its purpose", async () => {
  const { call, read } = await project(openspec);
  await call("run", "specify", "--description", "Captains can see the weather.");
  const delta = await read("openspec/changes/see-weather/specs/see-weather/spec.md");
  expect(delta).toMatch(/^## Purpose\n\nThis capability covers see the weather/);
  await call("run", "tasks");
  const validated = await call("changes", "validate", "--strict");
  expect(validated.output).toContain("Valid: change see-weather, no errors or warnings, 1 note.");
});

test("in a Spec Oxide repository the change goes where its configuration says", async () => {
  const { root, call } = await project({
    ".spox/config.toml":
      '[paths]\nspec_folder = "docs/specs"\nchanges_folder = "docs/wip"\narchive_folder = "docs/old"\n',
    "docs/specs/bookings/spec.md": bookings,
  });
  for (const words of [["specify", "--description", wish], ["plan"], ["tasks"]])
    expect((await call("run", ...words)).code).toBe(0);
  expect(await readdir(join(root, "docs/wip/export-bookings-csv"))).toEqual([
    "design.md",
    "proposal.md",
    "specs",
    "tasks.md",
  ]);
  const { output } = await call("changes", "validate", "--strict");
  expect(output).toContain("Valid: change export-bookings-csv, no errors or warnings, 1 note.");
});

test("where changes and features are both present, a run says which is needed instead of choosing", async () => {
  const { root, call } = await project({
    ...openspec,
    "specs/001-menu/spec.md": "# Feature Specification: Menu\n",
  });
  const asked = await call("run", "specify", "--description", wish);
  expect(asked.code).toBe(2);
  expect(asked.errors).toContain(
    "This repository has changes and features. Pass --as change or --as feature.",
  );
  expect(await readdir(join(root, "specs"))).toEqual(["001-menu"]);
  expect((await call("run", "specify", "--as", "change", "--description", wish)).code).toBe(0);
  await access(join(root, folder, "proposal.md"));
  expect((await call("run", "specify", "--as", "feature", "--description", wish)).code).toBe(0);
  expect(await readdir(join(root, "specs"))).toContain("002-users-export-bookings");
  const unclear = await call("run", "plan");
  expect(unclear.code).toBe(2);
  expect(unclear.errors).toContain(
    "The active feature is 002-users-export-bookings, and there are open changes.",
  );
  expect((await call("run", "plan", "export-bookings-csv")).output).toContain("Design created successfully");
  expect((await call("run", "plan", "2")).output).toContain("Plan created successfully");
});

test("where both formats are present, a run on a terminal asks which to write", async () => {
  const { root } = await project({
    ...openspec,
    "specs/001-menu/spec.md": "# Feature Specification: Menu\n",
  });
  const words = ["run", "specify", "--description", "Users can export bookings as CSV"];
  const { code } = await onTerminal(root, words, /\[change\/feature\] /, ["change"]);
  expect(code).toBe(0);
  await access(join(root, folder, "proposal.md"));
});

test("a second description only adds to a change, and what a person wrote stays", async () => {
  const { root, call, read } = await project(openspec);
  await call("run", "specify", "--description", wish);
  const before = await read(`${folder}/proposal.md`);
  await writeFile(join(root, folder, "proposal.md"), `${before}\n## Notes\n\nAsk the captain.\n`);
  const again = await call(
    "run",
    "specify",
    "export-bookings-csv",
    "--description",
    "Users can print bookings.",
  );
  expect(again.code, again.errors).toBe(0);
  const proposal = await read(`${folder}/proposal.md`);
  expect(proposal).toContain("- Export bookings as CSV\n- Print bookings\n");
  expect(proposal).toContain("## Notes\n\nAsk the captain.\n");
  const delta = await read(`${folder}/specs/bookings/spec.md`);
  expect(delta.indexOf("### Requirement: Export bookings")).toBeLessThan(
    delta.indexOf("### Requirement: Print"),
  );
  expect((await call("changes", "validate")).code).toBe(0);
});

test("a change that `changes new` made is filled in, and a name that is free makes one of that name", async () => {
  const { call, read } = await project(openspec);
  await call("changes", "new", "add-export", "--spec", "bookings");
  const filled = await call("run", "specify", "add-export", "--description", wish);
  expect(filled.code, filled.errors).toBe(0);
  expect(await read("openspec/changes/add-export/specs/bookings/spec.md")).not.toContain("<name>");
  expect((await call("run", "specify", "add-print", "--description", "Users can print bookings.")).code).toBe(
    0,
  );
  expect(await read("openspec/changes/add-print/proposal.md")).toContain("# Change: Print bookings");
  const unnamed = await call("run", "plan");
  expect(unnamed.errors).toContain(
    "There are 2 changes, and none is named: add-export, add-print. Name one of them.",
  );
});

/** A project whose headless agent runs these lines in the root, with the folder of the change in `dir`. */
async function withAgent(act: string, files: Readonly<Record<string, string>> = {}) {
  const script = join(await temporaryFolder(), "agent.mjs");
  await writeFile(
    script,
    `import fs from "node:fs"; import path from "node:path"; let text = ""; process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => { fs.writeFileSync("prompt.txt", text); const dir = /in (openspec\\/changes\\/[^ ]+)\\//.exec(text)[1]; const write = (name, body) => { fs.mkdirSync(path.dirname(dir + "/" + name), { recursive: true }); fs.writeFileSync(dir + "/" + name, body); }; ${act}; console.log("All done."); });`,
  );
  const made = await project({
    ...openspec,
    "openspec/config.yaml": "schema: spec-driven\ncontext: A ferry.\n",
    ".claude/commands/opsx/apply.md": "Apply.\n",
    "hewto.toml": `[mcp]\ndriver = "exec"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`,
    ...files,
  });
  const step = async (...words: string[]) => {
    const ended = await made.call("run", ...words, "--trust", "--json");
    return { ...ended, outcome: JSON.parse(ended.output) };
  };
  return { ...made, step };
}

const proposal =
  "# Change: Export\n\n## Why\n\nPeople want to take their bookings home, and today they cannot.\n\n## What Changes\n\n- Export\n";
const tasks = "## 1. Do\n\n- [ ] 1.1 Write it\n- [ ] 1.2 Test it\n";
const delta =
  "## ADDED Requirements\n\n### Requirement: Export\nThe system SHALL export.\n\n#### Scenario: Export\n- **WHEN** a user exports\n- **THEN** a file is saved\n";
const begun = {
  "openspec/changes/add-export/proposal.md": proposal,
  "openspec/changes/add-export/tasks.md": tasks,
  "openspec/changes/add-export/specs/bookings/spec.md": delta,
};

test("an agent that says it is done and wrote no change has failed, and its empty folder is gone", async () => {
  const { step, root } = await withAgent("");
  const { code, outcome } = await step("specify", "--description", wish);
  expect({ code, state: outcome.state }).toEqual({ code: 1, state: "tool-failed" });
  expect(outcome.error.message).toContain(
    `specify is not done: ${folder}/proposal.md is missing or not filled in. ${folder}/specs/ has no delta.`,
  );
  await expect(access(join(root, "openspec/changes/export-bookings-csv"))).rejects.toThrow();
});

test("an agent whose change does not validate has failed with the findings", async () => {
  const broken = delta.replace(/\n#### Scenario[\s\S]*$/, "").replace("ADDED", "MODIFIED");
  const { step } = await withAgent(
    `write("proposal.md", ${JSON.stringify(proposal)}); write("specs/bookings/spec.md", ${JSON.stringify(broken)})`,
  );
  const { outcome } = await step("specify", "--description", wish);
  expect(outcome.state).toBe("tool-failed");
  expect(outcome.error.message).toContain("The change is not valid: ");
});

test.each([
  ["plan", "design.md", "# Design: x\n\n## Context\n\nx\n\n## Decisions\n\nx\n", "design.md is missing."],
  ["tasks", "tasks.md", tasks, "tasks.md is missing or has no task with a checkbox."],
] as const)("an agent's %s of a change is judged by the file", async (step_, name, text, missing) => {
  const files = { ...begun, "openspec/changes/add-export/tasks.md": "" };
  const idle = await withAgent("", files);
  expect((await idle.step(step_, "add-export")).outcome.error.message).toContain(missing);
  const busy = await withAgent(`write(${JSON.stringify(name)}, ${JSON.stringify(text)})`, files);
  const { outcome } = await busy.step(step_, "add-export");
  expect(outcome.error?.message).toBeUndefined();
  expect(outcome.verdict.ok).toBe(true);
});

test("`run implement CHANGE` with a headless agent is judged by the boxes, and the prompt has the project's own rules", async () => {
  const idle = await withAgent('fs.writeFileSync("export.js", "x")', begun);
  const nothing = await idle.step("implement", "add-export");
  expect(nothing.code).toBe(1);
  expect(nothing.outcome.error.message).toContain(
    "No task was checked off, although 2 files changed; 2 tasks still open.",
  );
  const busy = await withAgent(
    `write("tasks.md", ${JSON.stringify(tasks.replace("[ ] 1.1", "[x] 1.1"))}); fs.writeFileSync("export.js", "x")`,
    begun,
  );
  const { code, outcome } = await busy.step("implement", "add-export");
  expect(code).toBe(0);
  expect(outcome.verdict).toMatchObject({ ok: true, ticked: ["1.1"] });
  const prompt = await busy.read("prompt.txt");
  for (const part of [
    "openspec/config.yaml",
    ".claude/commands/opsx/apply.md",
    "openspec/changes/add-export/tasks.md",
  ])
    expect(prompt).toContain(part);
  expect(await readdir(busy.root)).not.toContain(".specify");
});

test("a model writes the documents of a change, gets the project's context, and invalid text is refused", async () => {
  const script = join(await temporaryFolder(), "model.mjs");
  await writeFile(
    script,
    `let text = ""; process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => { if (!text.includes("A ferry.")) console.log("no context"); else if (text.includes("Write proposal.md")) console.log(${JSON.stringify(proposal)}); else if (text.includes("Write the delta")) console.log(${JSON.stringify(delta)}); else console.log("Nothing."); });`,
  );
  const { call, read } = await project({
    ...openspec,
    "openspec/config.yaml": "context: A ferry.\n",
    "hewto.toml": `[model]\nbackend = "command"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`,
  });
  const written = await call("run", "specify", "--trust", "--yes", "--description", wish);
  expect(written.code, written.errors).toBe(0);
  expect(await read(`${folder}/proposal.md`)).toBe(proposal);
  expect(await read(`${folder}/specs/bookings/spec.md`)).toBe(delta);
  const refused = await call("run", "tasks", "--trust", "--yes");
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain("There is no task with a checkbox");
});
