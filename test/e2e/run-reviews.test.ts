import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const spec = `# Feature Specification: Export

## User Scenarios & Testing

### User Story 1 - Export the table (Priority: P1)

1. **Given** a user, **When** they export the table, **Then** a file is saved

## Requirements

- **FR-001**: The system MUST export the table
- **FR-002**: The system MUST be secure
- **FR-003**: The system MUST let an auditor read receipts

## Success Criteria

- **SC-001**: 9 of 10 people export the table at the first try
`;
const tasks = `# Tasks: Export

## Phase 1: User Story 1 - Export the table (Priority: P1)

- [x] T001 [US1] Export in \`src/export.js\` (FR-001)
- [ ] T002 [US1] Verify SC-001 and FR-002
`;

async function project(files: Readonly<Record<string, string>> = {}) {
  const root = await temporaryTree({
    "specs/001-export/spec.md": spec,
    "specs/001-export/plan.md": "# Implementation Plan: Export\n\n## Constitution Check\n\n- Small steps\n",
    "specs/001-export/tasks.md": tasks,
    ...files,
  });
  const home = await temporaryFolder();
  const call = (...words: string[]) => run(hewto, ["run", ...words], { cwd: root, env: { HOME: home } });
  return { root, call, read: (path: string) => readFile(join(root, path), "utf8") };
}

test("analyze names requirements without a task, vague words and principles that the plan does not check", async () => {
  const constitution =
    "# X Constitution\n\n## Core Principles\n\n### I. Test first\n\nYes.\n\n### II. Small steps\n\nYes.\n";
  const { call, read } = await project({ ".specify/memory/constitution.md": constitution });
  const { code, output } = await call("analyze", "1", "--json");
  expect(code).toBe(1);
  const { findings, coverage, metrics } = JSON.parse(output);
  expect(findings.map(({ severity, summary }: Record<string, string>) => `${severity} ${summary}`)).toEqual([
    'CRITICAL The plan does not check the principle "I. Test first".',
    'HIGH FR-002 says "secure" without a measure.',
    "HIGH FR-003 has no task.",
  ]);
  expect(coverage).toContainEqual({ key: "FR-001", tasks: ["T001"] });
  expect(metrics).toEqual({ requirements: 4, tasks: 2, covered_percent: 75, critical: 1 });
  expect(await read("specs/001-export/tasks.md")).toBe(tasks);
});

test("converge only adds a phase with what the files lack, and leaves a list without gaps byte for byte", async () => {
  const { root, call, read } = await project();
  expect((await call("converge", "1")).output).toContain("Added 2 tasks to specs/001-export/tasks.md:");
  const added =
    "\n## Phase 2: Convergence\n\n- [ ] T003 Implement FR-003 with tests per FR-003 (missing)\n- [ ] T004 Write `src/export.js`, the missing file of T001 per FR-001 (missing)\n";
  expect(await read("specs/001-export/tasks.md")).toBe(`${tasks}${added}`);
  expect((await call("converge", "1")).output).toContain("No gaps found");
  expect(await read("specs/001-export/tasks.md")).toBe(`${tasks}${added}`);
  await writeFile(join(root, "specs/001-export/tasks.md"), "");
  const missing = await call("converge", "1");
  expect(missing.code).toBe(3);
  expect(missing.errors).toContain("Run `hewto run tasks 001-export` to write it.");
});

test("checklist asks about the requirements, leaves every box open, and a second run adds only what is new", async () => {
  const { root, call, read } = await project();
  expect((await call("checklist", "security", "--spec", "1")).code).toBe(0);
  const file = "specs/001-export/checklists/security.md";
  const first = await read(file);
  expect(first).toMatch(/^# Security Requirements Quality Checklist: Export\n/);
  expect(first).toContain("- [ ] CHK002 Are permissions specified for each role? [Gap]");
  expect(first).not.toContain("[x]");
  await writeFile(join(root, file), first.replace("[ ] CHK001", "[x] CHK001"));
  await writeFile(
    join(root, "specs/001-export/spec.md"),
    spec.replace("\n## Success", "- **FR-004**: The system MUST stop\n\n## Success"),
  );
  expect((await call("checklist", "security", "--spec", "1")).output).toContain("Added 1 question");
  const second = await read(file);
  expect(second).toContain("[x] CHK001");
  expect(second).toMatch(/- \[ \] CHK\d+ Is FR-004 specific and testable\? \[Clarity, Spec §FR-004\]\n$/);
});

test("constitution is written from principles, and a further one raises its minor version and keeps the rest", async () => {
  const { call, read } = await project();
  const none = await call("constitution");
  expect(none.code).toBe(2);
  expect(none.errors).toContain("no principle is given");
  await call("constitution", "--project", "Ferry", "--principle", "Test first: tests come before code");
  const file = ".specify/memory/constitution.md";
  const first = await read(file);
  expect(first).toContain(
    "# Ferry Constitution\n\n## Core Principles\n\n### I. Test first\n\nTests come before code.",
  );
  await call("constitution", "--principle", "Small steps: one change at a time");
  const second = await read(file);
  expect(second).toContain("### I. Test first\n\nTests come before code.\n\n### II. Small steps\n");
  expect(second).toContain("**Version**: 1.1.0");
  await call("constitution", "--principle", "test first: again");
  expect(await read(file)).toBe(second);
});

test("mandatory hooks of extensions are named, not silently left out", async () => {
  const hook = (command: string, optional: boolean) => `  - command: ${command}\n    optional: ${optional}\n`;
  const { call } = await project({
    ".specify/extensions.yml": `hooks:\n  before_tasks:\n${hook("speckit.git.feature", false)}${hook("speckit.git.commit", true)}`,
  });
  const { code, errors } = await call("tasks", "1");
  expect(code).toBe(0);
  expect(errors).toContain("requires hooks for tasks that Hewto does not run: speckit.git.feature (before).");
  expect(errors).not.toContain("speckit.git.commit");
});

const delta = `## ADDED Requirements

### Requirement: Export bookings
The system SHALL export bookings quickly.

#### Scenario: CSV
- **WHEN** a user exports
- **THEN** a file is saved

### Requirement: Refund tickets
The system SHALL refund a ticket.

#### Scenario: Refund
- **WHEN** a ticket is refunded
- **THEN** the money is paid back
`;

async function changeProject() {
  return project({
    "openspec/project.md": "# Project\n",
    "openspec/changes/add-export/proposal.md":
      "# Change: Export\n\n## Why\n\nUsers ask. TBD\n\n## What Changes\n\n- x\n",
    "openspec/changes/add-export/tasks.md": "## 1. Do\n\n- [x] 1.1 Write the exporter in `src/exporter.ts`\n",
    "openspec/changes/add-export/specs/bookings/spec.md": delta,
  });
}

test("analyze of a change names requirements without a task, vague words and open markers", async () => {
  const { call } = await changeProject();
  const { output } = await call("analyze", "add-export", "--json");
  const { feature, findings, metrics } = JSON.parse(output);
  expect(feature).toBe("add-export");
  expect(
    findings.map(({ location, summary }: Record<string, string>) => `${location} ${summary}`).sort(),
  ).toEqual([
    "proposal.md:5 Unresolved: TBD",
    'specs/bookings/spec.md:10 No task mentions "Refund tickets".',
    'specs/bookings/spec.md:3 Export bookings says "quickly" without a measure.',
  ]);
  expect(metrics).toMatchObject({ requirements: 2, tasks: 1, covered_percent: 50 });
});

test("converge of a change adds a numbered group, and a checklist asks about its requirements", async () => {
  const { call, read } = await changeProject();
  expect((await call("converge", "add-export")).code).toBe(0);
  const file = "openspec/changes/add-export/tasks.md";
  const first = await read(file);
  expect(first).toContain(
    '## 2. Convergence\n\n- [ ] 2.1 Implement "Refund tickets" with tests per "Refund tickets" (missing)\n- [ ] 2.2 Write `src/exporter.ts`, the missing file of 1.1 per 1.1 (missing)',
  );
  await call("converge", "add-export");
  expect(await read(file)).toBe(first);
  expect((await call("checklist", "security", "--spec", "add-export")).code).toBe(0);
  expect(await read("openspec/changes/add-export/checklists/security.md")).toContain(
    "Is Refund tickets specific and testable?",
  );
});
