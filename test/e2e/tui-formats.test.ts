import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { change, requirement, scenario, spec } from "../support/specs.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { TerminalApp } from "../support/tmux.ts";

/** Settings of an agent without a protocol that ticks every task in the folder that its prompt names. */
async function tickingAgent(): Promise<string> {
  const script = join(await temporaryFolder(), "agent.mjs");
  await writeFile(
    script,
    `import fs from "node:fs";
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  const dir = /((?:openspec\\/changes|specs)\\/[\\w-]+)/.exec(text)[1];
  const file = dir + "/tasks.md";
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll("- [ ]", "- [x]"));
  console.log("All done.");
});
`,
  );
  return `[mcp]\ndriver = "exec"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`;
}

/** A story has many keys, and each waits until the app has settled. */
const patience = 90_000;

const tasks = "## 1. Work\n\n- [ ] 1.1 Write it\n- [ ] 1.2 Test it\n";

test(
  "OpenSpec: the first screen has its changes and specs; a change is ticked, run, archived and undone with keys",
  async () => {
    const added = `## ADDED Requirements\n\n${requirement("Reset")}`;
    const root = await temporaryRepository({
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
      "openspec/specs/billing/spec.md": spec("billing", requirement("Invoice")),
      ...change("openspec/changes/add-reset", { auth: added }),
      "openspec/changes/add-reset/tasks.md": tasks,
    });
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    const before = read("openspec/specs/auth/spec.md");
    const app = await TerminalApp.start({ cwd: root, config: await tickingAgent() });
    expect(app.screen()).toMatch(/Work in flight \(1\) · OpenSpec change/);
    expect(app.screen()).toContain("> ● add-reset implement [0/2]");
    expect(app.screen()).toMatch(/Specs \(2\)[\s\S]*auth[\s\S]*billing/);
    expect(app.screen()).toMatch(/\[Proposal\] Tasks {2}Deltas {2}Redline/);
    expect(app.screen()).not.toMatch(/Plan|Research|Checklists/);

    await app.keys("Enter", "l", "Space");
    expect(read("openspec/changes/add-reset/tasks.md")).toBe(tasks.replace("[ ] 1.1", "[x] 1.1"));
    await app.shows("add-reset implement [1/2]");
    await (await app.keys("r", "i")).idle();
    await app.shows("Output · implement · add-reset · done");
    await app.shows("add-reset done [2/2]");

    await app.keys("p");
    expect(app.screen()).toMatch(/\[Redline\][\s\S]*auth: added "Reset"/);
    await app.keys("A");
    expect(app.screen()).toMatch(/Archive add-reset\?[\s\S]*\+ ### Requirement: Reset/);
    await app.keys("n");
    expect(existsSync(join(root, "openspec/changes/add-reset"))).toBe(true);
    await app.keys("A", "y");
    await app.shows(/Press\s+u to undo|u undo/);
    expect(read("openspec/specs/auth/spec.md")).toContain("### Requirement: Reset");
    expect(app.screen()).not.toContain("add-reset implement");
    await app.keys("H");
    await app.shows(/Archived \(1\)[\s\S]*> \d{4}-\d\d-\d\d-add-reset/);
    await app.keys("u", "y");
    await app.shows("add-reset done [2/2]");
    expect(read("openspec/specs/auth/spec.md")).toBe(before);
    expect(runGit(root, "status", "--porcelain").trim()).toBe("M openspec/changes/add-reset/tasks.md");
    app.send("q");
    app.send("q");
    await app.shows("EXIT:0");
  },
  patience,
);

test(
  "OpenSpec: n creates a change, its steps write proposal, design and tasks, and no second format appears",
  async () => {
    const root = await temporaryRepository({
      "openspec/specs/bookings/spec.md": spec("bookings", requirement("Book")),
      "package.json": '{"name":"ferry","scripts":{"test":"node --test"}}',
    });
    const app = await TerminalApp.start({ cwd: root });
    await app.keys("n");
    expect(app.screen()).toMatch(/New change \(OpenSpec[\s\S]*\[change\] feature specification/);
    await app.type("Users can export bookings as CSV");
    await app.keys("Enter");
    await app.shows("> ○ export-bookings-csv specify");
    expect(app.screen()).toContain("There is no proposal.md yet.");
    for (const [key, tab] of [
      ["s", "Proposal"],
      ["p", "Design"],
      ["t", "Tasks"],
    ] as const) {
      await (await app.keys("r", key)).idle();
      await app.shows(`[${tab}]`);
    }
    await app.keys("V");
    await app.shows("Valid: change export-bookings-csv, no findings.");
    expect(existsSync(join(root, "specs"))).toBe(false);
    expect(existsSync(join(root, ".specify"))).toBe(false);
  },
  patience,
);

test(
  "OpenSpec: an invalid change is marked; x shows its repairs as a diff and writes them after confirmation",
  async () => {
    const dropped = `## MODIFIED Requirements\n\n${requirement("Login", scenario("Other"))}`;
    const root = await temporaryRepository({
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login", scenario("First"))),
      ...change("openspec/changes/tweak", { auth: dropped }),
    });
    const delta = join(root, "openspec/changes/tweak/specs/auth/spec.md");
    const before = readFileSync(delta, "utf8");
    const app = await TerminalApp.start({ cwd: root });
    expect(app.screen()).toMatch(/tweak done ✗ \[1\/1\] invalid/);
    await app.keys("V");
    await app.shows("Not valid: change tweak, 1 finding.");
    expect(app.screen()).toMatch(/\[Findings[\s\S]*scenario-dropped/);
    await app.keys("A");
    expect(app.screen()).toMatch(/tweak cannot be archived[\s\S]*Esc close/);
    await app.keys("Escape", "x");
    expect(app.screen()).toMatch(/Write 1 repair to tweak\?[\s\S]*\+ #### RENAMED Scenario: First → Other/);
    await app.keys("n");
    expect(readFileSync(delta, "utf8")).toBe(before);
    await app.keys("x", "y");
    await app.shows("Wrote 1 repair to tweak.");
    expect(readFileSync(delta, "utf8")).toContain("#### RENAMED Scenario: First → Other");
    expect(app.screen()).not.toContain("invalid");
  },
  patience,
);

test(
  "spec-kit: a feature is ticked and run with keys, and archive says why there is none",
  async () => {
    const root = await temporaryRepository({
      "specs/001-passes/spec.md":
        "# Feature Specification: Passes\n\n- **FR-001**: System MUST sell passes.\n",
      "specs/001-passes/plan.md": "# Implementation Plan: Passes\n\nPlain files.\n",
      "specs/001-passes/tasks.md": "# Tasks\n\n## Phase 1: Setup\n\n- [ ] T001 Make it\n- [ ] T002 Test it\n",
      "specs/001-passes/contracts/api.yaml": "openapi: 3.1.0\n",
    });
    const app = await TerminalApp.start({ cwd: root, config: await tickingAgent() });
    expect(app.screen()).toContain("> ● 001-passes implement [0/2]");
    expect(app.screen()).toMatch(/\[Spec\] Plan {2}Tasks {2}Contracts/);
    await app.keys("Enter", "l", "l", "Space");
    await app.shows("001-passes implement [1/2]");
    await (await app.keys("r", "i")).idle();
    await app.shows("Output · implement · 001-passes · done");
    expect(app.screen()).toMatch(/Finished \(1\)/);
    await app.keys("A");
    expect(app.screen()).toContain("spec-kit has no archive");
    await app.keys("Escape", "u");
    await app.shows("Nothing was archived in this session.");
    expect(readFileSync(join(root, "specs/001-passes/tasks.md"), "utf8")).not.toContain("[ ]");
  },
  patience,
);

const tea = `---
name: tea
title: Tea Timer
version: 1.0.0
dependencies: []
---

# Tea Timer

A timer for tea.

## Concepts

### Concept: Steeping

!concept-steeping.limits:

- A cup MUST NOT steep longer than ten minutes.
`;
const teaTs = `---
spec: ../../spec/tea/spec.md
name: tea-ts
version: 1.0.0
location: ../../src
references: []
---

# Tea Ts

Implements [tea](../../spec/tea/spec.md).
`;
const mint = `---
name: mint
target: impl/tea-ts/impl.md
work_type:
  feat: {}
---

# Mint

Work on [tea-ts](../../../impl/tea-ts/impl.md).

## Notes

Mint needs longer.
`;

test(
  "SpecMan: constraints, compliance and the tree are tabs, a scratch pad is ticked, and run and archive say why not",
  async () => {
    const root = await temporaryTree({
      "spec/tea/spec.md": tea,
      "impl/tea-ts/impl.md": teaTs,
      "src/tea.test.ts": "// [ENSURES: concept-steeping.limits:TEST]\n",
      ".specman/scratchpad/mint/scratch.md": mint,
      ".specman/scratchpad/mint/tasks.md": "# Tasks\n\n- [ ] T1 Boil\n",
    });
    const app = await TerminalApp.start({ cwd: root });
    expect(app.screen()).toMatch(
      /Work in flight[\s\S]*> . mint \[0\/1\][\s\S]*Specs \(1\)[\s\S]*tea [\s\S]*Implementations \(1\)/,
    );
    await app.keys("Enter", "l", "Space");
    await app.shows("mint [1/1]");
    expect(readFileSync(join(root, ".specman/scratchpad/mint/tasks.md"), "utf8")).toContain("- [x] T1 Boil");
    await app.keys("r");
    await app.shows("mint is a SpecMan scratch pad.");
    await app.keys("A");
    expect(app.screen()).toContain("SpecMan has no archive");
    await app.keys("Escape", "1", "j");
    expect(app.screen()).toMatch(/\[Spec\] Constraints \(1\) {2}Tree/);
    await app.keys("l");
    expect(app.screen()).toContain("concept-steeping.limits");
    await app.keys("j", "Enter", "l");
    expect(app.screen()).toMatch(/\[Compliance\][\s\S]*1 of 1 constraint groups ensured/);
    await app.keys("l");
    expect(app.screen()).toMatch(/\[Tree\][\s\S]*spec tea@1\.0\.0/);
    await app.keys("n");
    expect(app.screen()).toContain("New specification (SpecMan)");
  },
  patience,
);

test(
  "an empty folder says how to begin; skills, findings and every fitting operation are one key away",
  async () => {
    const empty = await TerminalApp.start({ cwd: await temporaryTree({}) });
    expect(empty.screen()).toContain("No specs yet. Press n to create one.");
    await empty.keys("n");
    expect(empty.screen()).toContain("[feature] change specification");
    await empty.keys("Tab");
    expect(empty.screen()).toContain("feature [change] specification");
    await empty.keys("Escape", "A");
    await empty.shows("Nothing is selected.");

    const root = await temporaryTree({
      "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
      "openspec/specs/broken/spec.md": "# broken\n",
      ".claude/skills/look/SKILL.md":
        "---\nname: look\ndescription: Looks at things when asked.\n---\n\nLook around.\n",
    });
    const app = await TerminalApp.start({ cwd: root });
    await app.keys("K");
    expect(app.screen()).toMatch(/Skills[\s\S]*look +Looks at things[\s\S]*Look around\./);
    await app.keys("F");
    expect(app.screen()).toMatch(/Findings[\s\S]*Errors \(\d+\)[\s\S]*openspec\/specs\/broken\/spec\.md/);
    await app.keys("q", ":");
    await app.type("blame");
    expect(app.screen()).toMatch(/> specs blame/);
    await app.keys("Enter");
    await app.shows("[Result]");
    await app.keys("1", "j", ":");
    await app.type("artifacts compliance");
    expect(app.screen()).not.toContain("> artifacts compliance");
  },
  patience,
);
