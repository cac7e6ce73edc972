import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { recentTemplates } from "../support/speckit-templates.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const spec = `# Feature Specification: Export

## User Scenarios & Testing

### User Story 1 - Export the table (Priority: P1)

1. **Given** a user, **When** they export, **Then** a file is saved

## Requirements

- **FR-001**: The system MUST export the table as [NEEDS CLARIFICATION: which format?]

## Success Criteria

- **SC-001**: 9 of 10 people export at the first try
`;
const plan = `# Implementation Plan: Export

## Summary

x

## Technical Context

**Language/Version**: Go 1.22
**Testing**: go test

## Constitution Check

x

## Project Structure

x
`;
const tasks = `# Tasks: Export

## Phase 1: Setup

- [ ] T001 Set up

## Phase 2: User Story 1 - Export the table (Priority: P1)

- [ ] T002 [US1] Export in \`src/export.go\`
- [ ] T003 [US1] Test it
`;

type Step = "specify" | "clarify" | "plan" | "tasks" | "implement";
const needs: Readonly<Record<Step, Readonly<Record<string, string>>>> = {
  specify: {},
  clarify: { "spec.md": spec },
  plan: { "spec.md": spec },
  tasks: { "spec.md": spec, "plan.md": plan },
  implement: { "spec.md": spec, "plan.md": plan, "tasks.md": tasks },
};

/** How each driver reaches an agent that runs these lines with the folder in `dir`, then says that it is done. */
const drivers = {
  exec: async (act: string, say: string) => {
    const script = join(await temporaryFolder(), "agent.mjs");
    await writeFile(
      script,
      `import fs from "node:fs"; const dir = process.env.SPECIFY_FEATURE_DIRECTORY; ${act}; process.stdin.resume().on("end", () => console.log(${JSON.stringify(say)}));`,
    );
    return { driver: "exec", script };
  },
  "mcp-stdio": async (act: string, say: string) => {
    const answer = `if (message.method === "tools/call") { const dir = message.params.arguments.spec_directory; ${act}; text(message.id, ${JSON.stringify(say)}); return false; }`;
    return { driver: "mcp-stdio", script: writeAgent(answer, 'import fs from "node:fs";') };
  },
  acp: async (act: string, say: string) => {
    const on = `
      const dir = process.env.SPECIFY_FEATURE_DIRECTORY;
      if (message.method === "initialize") { send({ id: message.id, result: { protocolVersion: 1 } }); return false; }
      if (message.method === "session/new") { send({ id: message.id, result: { sessionId: "s" } }); return false; }
      if (message.method === "session/prompt") { ${act}; send({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: ${JSON.stringify(say)} } } } }); send({ id: message.id, result: { stopReason: "end_turn" } }); return false; }
      return false;`;
    return { driver: "acp", script: writeAgent(on, 'import fs from "node:fs";') };
  },
};
type Driver = keyof typeof drivers;

/** One step by an agent of this kind in a project that has what the step needs. */
async function runBy(
  driver: Driver,
  step: Step,
  act: string,
  say = "All done.",
  more: Record<string, string> = {},
) {
  const { script } = await drivers[driver](act, say);
  const documents = Object.fromEntries(
    Object.entries(needs[step]).map(([name, text]) => [`specs/001-export/${name}`, text]),
  );
  const toml = `[mcp]\ndriver = "${driver}"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`;
  const root = await temporaryTree({
    "hewto.toml": toml,
    "src/main.go": "package main\n",
    ...documents,
    ...more,
  });
  const words = step === "specify" ? ["--description", "Export the table"] : ["1"];
  const ended = await run(hewto, ["run", step, ...words, "--trust", "--json"], {
    cwd: root,
    env: { HOME: await temporaryFolder() },
  });
  return { ...ended, root, outcome: JSON.parse(ended.output) };
}

const write = (name: string, text: string) =>
  `fs.mkdirSync(dir, { recursive: true }); fs.writeFileSync(dir + "/${name}", ${JSON.stringify(text)})`;

const missing: readonly (readonly [Step, string])[] = [
  ["specify", "specify is not done: specs/001-export-table/spec.md is missing."],
  [
    "clarify",
    "clarify is not done: specs/001-export/spec.md is unchanged and has no new answer. 1 [NEEDS CLARIFICATION] marker left.",
  ],
  ["plan", "plan is not done: specs/001-export/plan.md is missing."],
  ["tasks", "tasks is not done: specs/001-export/tasks.md is missing."],
  ["implement", "implement is not done: No task was checked off and no file changed; 3 tasks still open."],
];

for (const driver of ["exec", "mcp-stdio", "acp"] as const) {
  test.each(missing)(
    `an agent over ${driver} that says it is done and did nothing has failed: %s`,
    async (step, message) => {
      const { code, errors, outcome, root } = await runBy(driver, step, "");
      expect({ code, state: outcome.state, isError: outcome.isError }).toEqual({
        code: 1,
        state: "tool-failed",
        isError: true,
      });
      expect(outcome.error.message).toBe(`The agent reported success, but ${message}`);
      expect(errors).toContain(message);
      expect(outcome.content).toEqual([{ type: "text", text: "All done." }]);
      if (step === "specify") expect(await readdir(root)).not.toContain("specs");
      // A feature becomes the active one by a step that is done.
      expect(errors).not.toContain("feature.json");
      expect(await readdir(root)).not.toContain(".specify");
    },
  );
}

test("specify --worktree with an agent that wrote nothing leaves neither the worktree nor its branch behind", async () => {
  const { script } = await drivers.exec("", "All done.");
  const toml = `[mcp]\ndriver = "exec"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`;
  const root = await temporaryRepository({ "hewto.toml": toml });
  const flags = ["--worktree", "--description", "Export the table", "--trust"];
  const ended = await run(hewto, ["run", "specify", ...flags], {
    cwd: root,
    env: { HOME: await temporaryFolder() },
  });
  expect(ended.code).toBe(1);
  expect(runGit(root, "worktree", "list").trim().split("\n")).toHaveLength(1);
  expect(runGit(root, "branch", "--format=%(refname:short)")).toBe("main\n");
});

test.each([
  ["specify", "spec.md", "# Export\n\nA table.\n", "The title must be `# Feature Specification: <name>`."],
  ["plan", "plan.md", "# Implementation Plan: x\n", "The section `## Summary` is missing."],
  [
    "tasks",
    "tasks.md",
    "# Tasks: x\n\n## Phase 1: Setup\n\n- [ ] Set up\n",
    "a task needs an id such as T001",
  ],
] as const)(
  "a file that is not in its format fails the run with the findings, and stays: %s",
  async (step, name, text, finding) => {
    const { code, outcome, root } = await runBy("exec", step, write(name, text));
    expect({ code, state: outcome.state }).toEqual({ code: 1, state: "tool-failed" });
    expect(outcome.error.message).toContain(`${name} has format errors: `);
    expect(outcome.error.message).toContain(finding);
    const [folder = ""] = await readdir(join(root, "specs"));
    expect(await readFile(join(root, "specs", folder, name), "utf8")).toBe(text);
  },
);

test.each([
  ["specify", write("spec.md", spec), "1 file changed: specs/001-export-table/spec.md (created)."],
  ["clarify", write("spec.md", `${spec}\nCSV.\n`), "1 file changed: specs/001-export/spec.md."],
  ["plan", write("plan.md", plan), "1 file changed: specs/001-export/plan.md (created)."],
  ["tasks", write("tasks.md", tasks), "1 file changed: specs/001-export/tasks.md (created)."],
  [
    "implement",
    `${write("tasks.md", tasks.replaceAll(/\[ \] (T001|T002)/g, "[x] $1"))}; fs.writeFileSync("src/export.go", "x")`,
    "2 tasks checked off (T001, T002), 2 of 3 done. 2 files changed: specs/001-export/tasks.md, src/export.go (created).",
  ],
] as const)(
  "a run that wrote what it should is done and says which files changed: %s",
  async (step, act, summary) => {
    const { code, errors, outcome } = await runBy("exec", step, act);
    expect({ code, state: outcome.state, isError: outcome.isError }).toEqual({
      code: 0,
      state: "done",
      isError: false,
    });
    expect(outcome.verdict).toMatchObject({ ok: true, summary, problems: [] });
    expect(errors).toContain(summary);
  },
);

test("clarify with nothing to ask is done without a change, unless a marker is left", async () => {
  const settled = { "specs/001-export/spec.md": spec.replace(/ as \[.*\]/, "") };
  expect((await runBy("exec", "clarify", "", "No questions.", settled)).outcome.state).toBe("done");
  expect((await runBy("exec", "clarify", "", "No questions.")).outcome.state).toBe("tool-failed");
});

test("clarify without markers and without a person is done, and lists what it would have asked", async () => {
  const root = await temporaryTree({
    "specs/001-export/spec.md": spec.replace(/ as \[.*\]/, ""),
    "src/main.go": "package main\n",
  });
  const env = { HOME: await temporaryFolder() };
  const ended = await run(hewto, ["run", "clarify", "1"], { cwd: root, env });
  expect({ code: ended.code, errors: ended.errors }).toMatchObject({ code: 0 });
  expect(ended.output).toContain("Still open:");
  const asked = await run(hewto, ["run", "clarify", "1", "--question", "Who?"], { cwd: root, env });
  expect(asked.code).toBe(1);
});

test("clarify fails if it writes other files and leaves the spec unchanged", async () => {
  const { code, outcome } = await runBy("exec", "clarify", write("notes.md", "Asked nobody.\n"));
  expect({ code, state: outcome.state }).toEqual({ code: 1, state: "tool-failed" });
  expect(outcome.error.message).toContain("spec.md is unchanged and has no new answer.");
});

test("tasks that were ticked before the run do not make up for a run that did nothing", async () => {
  const begun = { "specs/001-export/tasks.md": tasks.replace("[ ] T001", "[x] T001") };
  const { code, outcome } = await runBy("exec", "implement", "", "All done.", begun);
  expect({ code, state: outcome.state }).toEqual({ code: 1, state: "tool-failed" });
  expect(outcome.error.message).toContain("No task was checked off and no file changed; 2 tasks still open.");
  expect(outcome.verdict).toMatchObject({ ok: false, ticked: [] });
});

test("an agent that changed a file and checked off nothing has failed, and the message asks to check off what is done", async () => {
  const { code, outcome } = await runBy("exec", "implement", 'fs.writeFileSync("src/export.go", "x")');
  expect({ code, state: outcome.state }).toEqual({ code: 1, state: "tool-failed" });
  expect(outcome.error.message).toContain(
    "No task was checked off, although 1 file changed; 3 tasks still open. Check off in specs/001-export/tasks.md what is done.",
  );
});

test("an agent that deletes the tasks it did not do has failed, whatever it checked off", async () => {
  const shorter = tasks.replace("[ ] T001", "[x] T001").replace(/- \[ \] T003.*\n/, "");
  const { outcome } = await runBy("exec", "implement", write("tasks.md", shorter));
  expect(outcome.state).toBe("tool-failed");
  expect(outcome.error.message).toContain("Open tasks are no longer in specs/001-export/tasks.md: T003.");
});

test("an agent that fills in the title of a stock template and nothing else has failed", async () => {
  const templates = Object.fromEntries(
    Object.entries(recentTemplates).map(([name, text]) => [`.specify/templates/${name}`, text]),
  );
  const titled = (name: string) =>
    (templates[`.specify/templates/${name}`] ?? "").replace(
      /\[FEATURE(?: NAME)?\]|\[DATE\]|"\$ARGUMENTS"|\[###-feature-name\]/g,
      "x",
    );
  for (const [step, name, line] of [
    ["specify", "spec.md", "`[Tell the journey]`"],
    ["plan", "plan.md", "`[Main requirement and approach]`"],
    ["tasks", "tasks.md", "`- [ ] T001 Make the folders`"],
  ] as const) {
    const text = titled(name.replace(".md", "-template.md"));
    const { outcome } = await runBy("exec", step, write(name, text), "Done.", templates);
    expect(outcome.state, step).toBe("tool-failed");
    expect(outcome.error.message).toContain("These lines are still those of the template: ");
    expect(outcome.error.message).toContain(line);
  }
});

test("an agent that creates a feature folder of its own has failed, and the message says where it wrote", async () => {
  const act =
    'fs.mkdirSync("specs/007-mine", { recursive: true }); fs.writeFileSync("specs/007-mine/spec.md", "# x")';
  const { outcome } = await runBy("exec", "specify", act);
  expect(outcome.error.message).toContain(
    "specs/001-export-table/spec.md is missing. The agent wrote specs/007-mine/spec.md instead.",
  );
});

test("a document that was there before is not held against a run that rightly leaves it alone", async () => {
  const there = { "specs/001-export/plan.md": "# Our own plan\n" };
  const { outcome } = await runBy("exec", "plan", "", "It is already there.", there);
  expect(outcome).toMatchObject({ state: "done", verdict: { summary: "No file changed." } });
});

test("a project's own template decides what a document must have", async () => {
  const template = {
    ".specify/templates/overrides/spec-template.md": "# Note: [FEATURE]\n\n## Requirements\n",
  };
  const own = write("spec.md", "# Note: Export\n\n## Requirements\n\nExport it.\n");
  expect((await runBy("exec", "specify", own, "Done.", template)).outcome.state).toBe("done");
  expect((await runBy("exec", "specify", own)).outcome.state).toBe("tool-failed");
});

test("the prompt names the project's template, constitution and command, and what to read first", async () => {
  const keep = `let text = ""; process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => fs.writeFileSync("prompt.txt", text))`;
  const files = {
    ".specify/presets/house/templates/plan-template.md": plan,
    ".specify/memory/constitution.md": "# Our Constitution\n",
    ".claude/commands/speckit.plan.md": "Plan.\n",
    ".claude/skills/speckit-implement/SKILL.md": "Implement.\n",
  };
  const asked = async (step: Step) => {
    const { root } = await runBy("exec", step, keep, "Done.", files);
    return readFile(join(root, "prompt.txt"), "utf8");
  };
  const planning = await asked("plan");
  for (const path of [
    ".specify/presets/house/templates/plan-template.md",
    ".specify/memory/constitution.md",
    ".claude/commands/speckit.plan.md",
    "specs/001-export/spec.md",
  ])
    expect(planning).toContain(path);
  const implementing = await asked("implement");
  for (const path of [
    ".specify/memory/constitution.md",
    ".claude/skills/speckit-implement/SKILL.md",
    "specs/001-export/plan.md",
    "specs/001-export/tasks.md",
  ])
    expect(implementing).toContain(path);
  expect(await asked("specify")).not.toContain("Read these first");
});

test("of several command files, an agent is given the one that was installed for it", async () => {
  const bin = await temporaryFolder();
  await writeFile(join(bin, "codex"), "#!/bin/sh\ncat > prompt.txt\n", { mode: 0o755 });
  const root = await temporaryTree({
    "specs/001-export/spec.md": spec,
    ".claude/skills/speckit-plan/SKILL.md": "Plan.\n",
    ".agents/skills/speckit-plan/SKILL.md": "Plan.\n",
  });
  await run(hewto, ["run", "plan", "1", "--driver", "exec", "--agent", "codex"], {
    cwd: root,
    env: { HOME: await temporaryFolder(), PATH: `${bin}:${process.env["PATH"]}` },
  });
  const prompt = await readFile(join(root, "prompt.txt"), "utf8");
  expect(prompt).toContain(".agents/skills/speckit-plan/SKILL.md");
  expect(prompt).not.toContain(".claude/");
});

test("the next step without a name works on the feature that a headless agent specified", async () => {
  const { root, errors } = await runBy("exec", "specify", write("spec.md", spec));
  expect(errors).toContain(`created ${root}/.specify/feature.json`);
  const next = await run(hewto, ["run", "plan", "--driver", "builtin"], {
    cwd: root,
    env: { HOME: await temporaryFolder() },
  });
  expect(next.code, next.errors).toBe(0);
  expect(await readdir(join(root, "specs/001-export-table"))).toContain("plan.md");
});
