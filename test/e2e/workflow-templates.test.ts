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

test("an override replaces all other templates, and a preset can wrap, append to or come before the one below", async () => {
  const manifest = (strategy: string) =>
    `schema_version: "1.0"\nprovides:\n  templates:\n    - type: template\n      name: tasks-template\n      file: parts/tasks.md\n      strategy: ${strategy}\n`;
  const documents = await allSteps({
    ...below(".specify/templates", recentTemplates),
    ".specify/templates/overrides/spec-template.md": `${recentTemplates["spec-template.md"]}\n## Threats\n\nAsk security.\n`,
    ".specify/presets/audit/preset.yml": manifest("append"),
    ".specify/presets/audit/parts/tasks.md": "## Audit\n\nKeep the log.\n",
    ".specify/presets/off/preset.yml": manifest("replace"),
    ".specify/presets/off/parts/tasks.md": "# Off\n",
    ".specify/presets/.registry": '{"presets":{"audit":{"priority":5},"off":{"enabled":false}}}',
  });
  expectInOrder(documents);
  expect(documents.spec).toContain("## Threats\n\nAsk security.");
  expect(documents.tasks).toMatch(/## Notes\n\n- Commit after each task\n\n## Audit\n\nKeep the log\.\n$/);
});

test("a template that cannot hold the document is not used, and no message asks to repair it", async () => {
  const documents = await allSteps({
    ".specify/templates/tasks-template.md": "# Tasks: [FEATURE NAME]\n\n- [ ] A box without an id\n",
  });
  expect(documents.tasks).not.toContain("A box without an id");
  expectInOrder(documents);
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
