import { expect, test } from "vitest";
import { allSteps, below, expectInOrder } from "../support/speckit-steps.ts";
import { earlyTemplates, presetTemplates, recentTemplates } from "../support/speckit-templates.ts";

test("all five steps work in a project made by `specify init`: sample tasks and checklists are examples", async () => {
  const documents = await allSteps(below(".specify/templates", recentTemplates));
  expectInOrder(documents);
  expect(documents.tasks).toContain("## Notes\n\n- Commit after each task");
  expect(documents.tasks.indexOf("## Phase 4")).toBeLessThan(documents.tasks.indexOf("## Notes"));
  expect(documents.checklist).toMatch(/^# Specification Quality Checklist: Export the table/);
});

test("all five steps work with the templates of early spec-kit, whose own text has four markers", async () => {
  expectInOrder(await allSteps(below(".specify/templates", earlyTemplates)));
});

test("all five steps work with a preset whose sample tasks use an id twice; its own sections stay", async () => {
  const documents = await allSteps({
    ...below(".specify/templates", recentTemplates),
    ...below(".specify/presets/house/templates", presetTemplates),
  });
  expectInOrder(documents);
  expect(documents.tasks).toContain("## House rules\n\nSignatures come before bodies.");
  expect(documents.tasks).not.toContain("Draft the signature");
});

test("a checklist ticks only what a rule checked, with what it found; everything else is open", async () => {
  const { checklist } = await allSteps({});
  const ticked = checklist.split("\n").filter((line) => line.startsWith("- [x]"));
  expect(ticked).toEqual([
    "- [x] CHK004 All mandatory sections completed (checked automatically: User Scenarios & Testing, Requirements, Success Criteria)",
    "- [x] CHK005 No [NEEDS CLARIFICATION] markers remain (checked automatically: 0 found)",
    "- [x] CHK008 Every story has an acceptance scenario (checked automatically: 1 story, 3 scenarios)",
  ]);
  expect(checklist.match(/^- \[ \] CHK/gm)).toHaveLength(12);
});
