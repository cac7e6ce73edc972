import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { runHere } from "../support/cli.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const spec = `# Feature Specification: Export

## User Scenarios & Testing

### User Story 1 - Export the table (Priority: P1)

1. **Given** a user, **When** they export the table, **Then** a file is saved

## Requirements

- **FR-001**: The system MUST export the table
- **FR-002**: The system MUST let an auditor read receipts

## Success Criteria

- **SC-001**: 9 of 10 people export the table at the first try
`;
const tasks = `# Tasks: Export

## Phase 1: User Story 1 - Export the table (Priority: P1)

- [x] T001 [US1] Export the table (FR-001, SC-001)
`;
const constitution =
  "# Ferry Constitution\n\n## Core Principles\n\n### I. Test first\n\nYes.\n\n## Governance\n\nOurs.\n\n**Version**: 1.0.0 | **Ratified**: 2026-01-02 | **Last Amended**: 2026-01-02\n";

/** A review by an agent that runs these lines, prints this and stores its prompt. */
async function reviewBy(
  words: readonly string[],
  act: string,
  {
    say = "Done.",
    driver = "exec",
    files = {},
  }: { say?: string; driver?: "exec" | "acp"; files?: Record<string, string> } = {},
) {
  const outside = await temporaryFolder();
  const promptFile = join(outside, "prompt.txt");
  const end = `fs.writeFileSync(${JSON.stringify(promptFile)}, prompt); ${act};`;
  const script =
    driver === "exec"
      ? join(outside, "agent.mjs")
      : writeAgent(
          `if (message.method === "initialize") { send({ id: message.id, result: { protocolVersion: 1 } }); return false; }
          if (message.method === "session/new") { send({ id: message.id, result: { sessionId: "s" } }); return false; }
          if (message.method === "session/prompt") { const prompt = message.params.prompt[0].text; ${end} send({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: ${JSON.stringify(say)} } } } }); send({ id: message.id, result: { stopReason: "end_turn" } }); return false; }
          return false;`,
          'import fs from "node:fs";',
        );
  if (driver === "exec")
    await writeFile(
      script,
      `import fs from "node:fs"; const prompt = fs.readFileSync(0, "utf8"); ${end} process.stdout.write(${JSON.stringify(say)});`,
    );
  const root = await temporaryTree({
    "hewto.toml": `[mcp]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`,
    "specs/001-export/spec.md": spec,
    "specs/001-export/plan.md": "# Implementation Plan: Export\n\n## Summary\n\nx\n",
    "specs/001-export/tasks.md": tasks,
    ".specify/templates/checklist-template.md": "# [CHECKLIST TYPE] Checklist: [FEATURE NAME]\n",
    ".specify/templates/constitution-template.md": "# [PROJECT_NAME] Constitution\n",
    ...Object.fromEntries(
      ["constitution", "checklist", "analyze", "converge"].map((name) => [
        `.specify/templates/commands/${name}.md`,
        `Our way to ${name}.\n`,
      ]),
    ),
    ".specify/memory/constitution.md": constitution,
    ...files,
  });
  const ended = await runHere(["run", ...words, "--driver", driver, "--trust", "--json"], {
    cwd: root,
    env: { HOME: await temporaryFolder() },
  });
  const outcome = JSON.parse(ended.output);
  const prompt = await readFile(promptFile, "utf8").catch(() => "");
  return { code: ended.code, outcome, prompt, message: String(outcome.error?.message ?? "") };
}

const write = (path: string, text: string) =>
  `fs.mkdirSync(${JSON.stringify(path.slice(0, path.lastIndexOf("/")))}, { recursive: true }); fs.writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(text)})`;
const checklist = "specs/001-export/checklists/security.md";
const list = "specs/001-export/tasks.md";
const memory = ".specify/memory/constitution.md";
const convergence =
  "\n## Phase 2: Convergence\n\n- [ ] T002 Let an auditor read receipts per FR-002 (missing)\n";
const amendedText = constitution
  .replace("## Governance", "### II. Small steps\n\nYes.\n\n## Governance")
  .replace("1.0.0", "1.1.0");

test.each(["exec", "acp"] as const)(
  "an agent over %s gets the project's own command, template and constitution for a review",
  async (driver) => {
    const { code, prompt, outcome } = await reviewBy(
      ["checklist", "security", "--spec", "1"],
      write(checklist, "# Security Checklist: Export\n\n- [ ] CHK001 Are roles defined? [Gap]\n"),
      { driver },
    );
    expect(prompt).toContain(".specify/templates/commands/checklist.md. Read and follow them");
    expect(prompt).toContain("Follow the project's template .specify/templates/checklist-template.md.");
    expect(prompt).toContain("Follow the project's constitution .specify/memory/constitution.md");
    expect(prompt).toContain(`Write ${checklist}. Change no other file.`);
    expect({ code, state: outcome.state, files: outcome.verdict.files }).toEqual({
      code: 0,
      state: "done",
      files: [{ path: checklist, change: "created" }],
    });
  },
);

const failures: readonly (readonly [string, readonly string[], string, string])[] = [
  ["wrote no checklist", ["checklist", "ux", "--spec", "1"], "", "checklists/ux.md is missing."],
  [
    "checked its own questions",
    ["checklist", "security", "--spec", "1"],
    write(checklist, "# X\n\n- [x] CHK001 Are roles defined?\n"),
    "has new questions that are checked: CHK001.",
  ],
  [
    "changed the spec during an analysis",
    ["analyze", "1"],
    write("specs/001-export/spec.md", `${spec}\nMore.\n`),
    "analyze may change no file, but the agent changed specs/001-export/spec.md.",
  ],
  [
    "found no gap where a requirement has no task",
    ["converge", "1"],
    "",
    "tasks.md has no new task, but there is 1 gap: FR-002.",
  ],
  [
    "rewrote the tasks",
    ["converge", "1"],
    write(list, `${tasks.replace("T001", "T009")}${convergence}`),
    "tasks.md was changed in other places than its end.",
  ],
  ["left the constitution alone", ["constitution"], "", `${memory} is unchanged.`],
  [
    "left a placeholder in the constitution",
    ["constitution"],
    write(memory, amendedText.replace("Ours.", "[GOVERNANCE_RULES]")),
    "has placeholders that are not filled in: [GOVERNANCE_RULES].",
  ],
  [
    "amended the constitution without a new version",
    ["constitution"],
    write(memory, amendedText.replace("1.1.0", "1.0.0")),
    "changed, but its version is still 1.0.0.",
  ],
];

test.each(failures)("an agent that says it is done but %s has failed", async (_what, words, act, problem) => {
  const { code, outcome, message } = await reviewBy(words, act);
  expect({ code, state: outcome.state }).toEqual({ code: 1, state: "tool-failed" });
  expect(message).toContain(`The agent reported success, but ${words[0]} is not done: `);
  expect(message).toContain(problem);
});

test("an agent analyzes, converges and amends the constitution, and the files confirm it", async () => {
  const report = await reviewBy(["analyze", "1"], "", { say: "A1 HIGH FR-002 has no task." });
  expect(report).toMatchObject({ code: 0, outcome: { state: "done", verdict: { ok: true, files: [] } } });
  const silent = await reviewBy(["analyze", "1"], "", { say: "" });
  expect(silent.message).toContain("The agent printed no report.");
  const converged = await reviewBy(["converge", "1"], write(list, `${tasks}${convergence}`));
  expect(converged).toMatchObject({ code: 0, outcome: { verdict: { files: [{ path: list }] } } });
  const principle = "Small steps: one change at a time";
  const amended = await reviewBy(["constitution", "--principle", principle], write(memory, amendedText));
  expect(amended).toMatchObject({ code: 0, outcome: { state: "done" } });
  expect(amended.prompt).toContain(principle);
  expect(amended.prompt).toContain(".specify/templates/commands/constitution.md");
  expect(amended.prompt).toContain(
    "Follow the project's template .specify/templates/constitution-template.md.",
  );
});

test("a flag for the agent without --driver is an error", async () => {
  const root = await temporaryTree({ "specs/001-export/spec.md": spec });
  const env = { HOME: await temporaryFolder() };
  const alone = await runHere(["run", "analyze", "1", "--agent", "claude"], { cwd: root, env });
  expect(alone.code).toBe(2);
  expect(alone.errors).toContain(
    "--agent has no effect without --driver. Pass --driver exec or --driver acp.",
  );
});
