import { expect, test } from "vitest";
import { change, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { check } from "../check/check.ts";
import { projectStatus } from "./status.ts";

const long = "a-very-long-name-of-a-change-that-somebody-typed-without-thinking-about-narrow-terminals";

function manyChanges(count: number): Record<string, string> {
  const changes = Array.from({ length: count }, (_, at) =>
    change(`openspec/changes/${long}-${at}`, { auth: `## MODIFIED Requirements\n\n${requirement("Login")}` }),
  );
  return Object.assign({ "openspec/specs/auth/spec.md": spec("auth", requirement("Login")) }, ...changes);
}

test("a status names what is there, what is in flight, what is wrong and what comes next", async () => {
  const place = await specPlace({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    ...change("openspec/changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
    ...change("openspec/changes/broken", { auth: `## MODIFIED Requirements\n\n${requirement("Nowhere")}` }),
    ".claude/skills/look/SKILL.md":
      "---\nname: look\ndescription: Looks at things when asked.\n---\n\nLook.\n",
  });
  const { value, message } = await place.call(projectStatus);
  expect(value).toMatchObject({
    formats: ["openspec"],
    has: { specs: 1, requirements: 1, work: 2, skills: 1, index: false },
    work_by_state: { done: 2 },
    errors: 1,
    findings: [{ rule: "target-missing", severity: "error", count: 1 }],
    not_checked: [],
  });
  expect(message).toContain("1 with 1 requirement");
  expect(message).toContain("2 in flight (2 done)");
  expect(value.next[1]).toMatchObject({ operation: "work_archive", args: { id: "add-reset" } });
  expect(message).toContain("Ask the user to run `hewto work archive add-reset`");
});

test("a status and a check of a project with only a note do not say that nothing was found", async () => {
  const untitled = spec("auth", requirement("Login")).replace(/^# .*\n/, "");
  const place = await specPlace({ "openspec/specs/auth/spec.md": untitled });
  expect((await place.call(projectStatus)).message).toContain("No errors or warnings, 1 note.");
  const { value } = await place.call(check);
  expect(value.summary).toMatch(/^No errors or warnings in specs \(1\).*; 1 note\.$/);
  expect(value).toMatchObject({ ok: true, findings: [], remarks: 1 });
});

test("a status of any size has under 40 lines and fits 1,500 tokens, as text and as data", async () => {
  const place = await specPlace(manyChanges(30));
  await place.call(check);
  const { value, message } = await place.call(projectStatus);
  expect(message.split("\n").length).toBeLessThan(40);
  expect(message.length).toBeLessThan(6_000);
  expect(JSON.stringify(value).length).toBeLessThan(6_000);
  expect(value.has.work).toBe(30);
  expect(value.in_flight.length + value.in_flight_left_out).toBe(30);
});

test("many changes are not validated by a status until a check has done it, and the status says so", async () => {
  const place = await specPlace(manyChanges(20));
  const before = (await place.call(projectStatus)).value;
  expect(before.not_checked).toEqual(["The 20 changes were not validated."]);
  expect(before.in_flight[0].valid).toBeUndefined();
  expect(before.next).toContainEqual(expect.objectContaining({ command: "check" }));
  // Files of this very moment are read again by design.
  await new Promise((resolve) => setTimeout(resolve, 60));
  await place.call(check);
  const after = (await place.call(projectStatus)).value;
  expect(after.not_checked).toEqual([]);
  expect(after.in_flight[0].valid).toBe(true);
});

test("the status of a folder without specs and skills says how to begin", async () => {
  const place = await specPlace({ "main.c": "int main(void) { return 0; }\n" });
  const { value, message } = await place.call(projectStatus);
  expect(value).toMatchObject({ formats: [], next: [{ command: "init" }] });
  expect(message).toContain("no specs yet");
});

test("finished features are a record, not work in flight", async () => {
  const place = await specPlace({
    "specs/001-a/spec.md": "# Feature Specification: A\n\n- **FR-001**: System MUST a.\n",
    "specs/001-a/plan.md": "# Plan\n\nDo it.\n",
    "specs/001-a/tasks.md": "- [x] T001 Done\n",
    "specs/002-b/spec.md": "# Feature Specification: B\n\n- **FR-001**: System MUST b.\n",
  });
  const { value } = await place.call(projectStatus);
  expect(value).toMatchObject({ has: { work: 1, requirements: 2 }, in_flight: [{ id: "002-b" }] });
  expect(value.next[0]).toMatchObject({ command: "run plan 002-b" });
});

test("the status says that openspec/config.yaml is not YAML", async () => {
  const place = await specPlace({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    "openspec/config.yaml": "schema: spec-driven\ncontext: [\n",
  });
  const { value, message } = await place.call(projectStatus);
  expect(value.findings).toMatchObject([
    { rule: "openspec-config", severity: "warning", file: "openspec/config.yaml" },
  ]);
  expect(message).toContain("openspec/config.yaml");
});

test("a repository of Kiro with other documents in specs/ is not taken for Spec Oxide without specs", async () => {
  const place = await specPlace({
    ".kiro/specs/auth/requirements.md":
      "# Requirements\n\n### Requirement 1: Login\n\n1. WHEN a user logs in THE SYSTEM SHALL answer.\n\n### Requirement 2\n\n1. THE SYSTEM SHALL log.\n",
    "specs/notes.md": "# Notes\n",
  });
  const { value, message } = await place.call(projectStatus);
  expect(value).toMatchObject({ formats: ["kiro"], has: { specs: 1, requirements: 2 } });
  expect(message).toContain("1 with 2 requirements");
});
