import { expect, test } from "vitest";
import { earlyTemplates, recentTemplates } from "../../../test/support/speckit-templates.ts";
import { draftSpec } from "../draft/draft.ts";
import { readSpec } from "../read/spec-document.ts";
import { ownTemplates } from "../templates/texts.ts";
import { contractsText } from "./contracts-text.ts";
import { dataModelText } from "./data-model-text.ts";
import { planText } from "./plan-text.ts";
import { specText } from "./spec-text.ts";
import { tasksText } from "./tasks-text.ts";

const head = { folder: "001-passes", date: "2026-11-15", input: "" };
const stack = {
  language: "Python >=3.12",
  dependencies: "fastapi, psycopg",
  testing: "pytest",
  testCommand: "pytest",
  platform: "Python",
  projectType: "web service",
  storage: ["PostgreSQL (psycopg)"],
  source: "src/ferry",
  tests: "tests",
  extension: ".py",
  testName: "test_{name}.py",
  evidence: "pyproject.toml",
  newFolders: [],
};

function inputFor(description: string) {
  const spec = readSpec(specText(ownTemplates["spec-template"], draftSpec(description), head));
  return { spec, stack, principles: [], head, path: "specs/001-passes" };
}

const passes = inputFor(
  "Commuters can pause a pass for up to 30 days. A pass expires after 12 months. Payments are refunded when a pass is cancelled. The API should answer within 2 seconds.",
);

test("the data model has fields, states and transitions, each from a requirement", () => {
  const text = dataModelText(passes);
  expect(text).toContain("- `commuter_id`: the commuter it belongs to");
  expect(text).toContain("- `state`: one of active (initial), paused, cancelled, expired");
  expect(text).toContain("- active → paused (FR-001)");
  expect(text).toContain("- active → expired (FR-002)");
  expect(text).toContain("- `pass_id`: the pass it belongs to");
});

test("the contracts have one operation per story, with its request, errors and requirements", () => {
  const text = contractsText(passes);
  expect(text).toContain("- **Request**: `PATCH /passes/{id}`");
  expect(text).toContain(
    "- **Error**: when they try to pause a pass for more than 30 days, the request is rejected",
  );
  expect(text).toMatch(/\*\*Requirements\*\*: FR-001/);
  expect(contractsText(inputFor("Users can book a place."))).toBeUndefined();
  expect(contractsText(inputFor("Users can book a place on the command line."))).not.toContain("**Request**");
});

test("the plan names files in the style of the language and says where data is stored", () => {
  const text = planText(ownTemplates["plan-template"], passes);
  expect(text).toContain("src/ferry/pause_pass_30_days.py");
  expect(text).toContain("tests/test_pause_pass_30_days.py");
  expect(text).toContain("**Storage**: PostgreSQL (psycopg), for Pass and Payment");
  expect(text).toContain(
    "**Performance Goals**: SC-003: FR-004 holds in every test case: The API should answer within 2 seconds",
  );
});

test("each task names its requirements or scenario and its file", () => {
  const text = tasksText(ownTemplates["tasks-template"], { ...passes, hasContracts: true });
  expect(text).toContain("[P] Model Pass with its states (active, paused, cancelled, expired)");
  expect(text).toMatch(
    /\[US1\] Write failing tests for the \d acceptance scenarios in `tests\/test_pause_pass_30_days\.py`/,
  );
  expect(text).toMatch(
    /\[US1\] Implement "Pause a pass for up to 30 days" \(FR-001.*\) in `src\/ferry\/pause_pass_30_days\.py`/,
  );
  expect(text).toContain("when they try to pause a pass for more than 30 days, the request is rejected");
});

test("open questions have a line of their own that points to research.md", () => {
  const text = planText(ownTemplates["plan-template"], { ...passes, stack: { ...stack, evidence: "" } });
  expect(text).toContain("\n\nOpen questions (see research.md): Language and version\n");
});

test("if the project uses two databases, the plan does not choose one", () => {
  const two = { ...passes, stack: { ...stack, storage: ["SQLite (sqlite3)", "PostgreSQL (pg)"] } };
  const text = planText(ownTemplates["plan-template"], two);
  expect(text).toMatch(
    /\*\*Storage\*\*: undecided: the project uses SQLite \(sqlite3\) and PostgreSQL \(pg\);/,
  );
});

test.each([
  ["recent", recentTemplates],
  ["early", earlyTemplates],
] as const)("the plan has no leftovers of the %s templates of spec-kit", (_name, templates) => {
  const text = planText(templates["plan-template.md"] ?? "", passes);
  expect(text).toContain("**Spec**: [spec.md](spec.md)");
  expect(text).not.toMatch(
    /\[link\]|__SPECKIT_COMMAND_|this template|\[FEATURE\]|\[DATE\]|\[###|ACTION REQUIRED|\[e\.g\.|NEEDS CLARIFICATION/i,
  );
});
