import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlan } from "../../src/workflow/read/check-plan.ts";
import { checkSpec } from "../../src/workflow/read/check-spec.ts";
import { checkTasks } from "../../src/workflow/read/check-tasks.ts";
import { skipTest } from "../support/skip.ts";
import { connectSpeckit } from "../support/speckit.ts";
import { earlyTemplates, presetTemplates, recentTemplates } from "../support/speckit-templates.ts";
import { temporaryTree } from "../support/temporary.ts";

type Files = Readonly<Record<string, string>>;

function below(folder: string, files: Files): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** All five steps without a model in a project with these templates; the documents that they wrote. */
async function allSteps(templates: Files) {
  const root = await temporaryTree({ "package.json": '{"name":"x"}', ...templates });
  const { call } = await connectSpeckit(root);
  const directory = join(root, "specs/001-export");
  const at = { spec_directory: directory };
  const feature_description =
    "Users can export the table as CSV within 2 seconds. An export expires after 30 days.";
  const steps = ["specify", "clarify", "plan", "tasks"];
  for (const step of steps) {
    const { isError, text } = await call(step, step === "specify" ? { ...at, feature_description } : at);
    expect(isError, `${step}: ${text}`).toBe(false);
  }
  const implement = await call("implement", at);
  expect(implement.text).toMatch(/tasks? of 001-export are open, in this order/);
  expect(implement.text).toMatch(/\| requirements\.md \| 3\/15 \| OPEN \|/);
  const read = (name: string) => readFile(join(directory, name), "utf8");
  const [spec, plan, tasks, checklist] = await Promise.all(
    ["spec.md", "plan.md", "tasks.md", "checklists/requirements.md"].map(read),
  );
  return { spec: spec ?? "", plan: plan ?? "", tasks: tasks ?? "", checklist: checklist ?? "" };
}

/** What only the author of a document is told by a template, or what stands there for something else. */
const leftovers =
  /\[link\]|this template|__SPECKIT|\bsample\b|TXXX|\[Title\]|\[Category|Phase N\b|\[e\.g\.|ACTION REQUIRED|Execution Flow|\[FEATURE|\[DATE\]|\$ARGUMENTS|\[###/i;

function expectInOrder({ spec, plan, tasks, checklist }: Awaited<ReturnType<typeof allSteps>>) {
  expect([checkSpec(spec), checkPlan(plan), checkTasks(tasks, [1])]).toEqual([[], [], []]);
  for (const text of [spec, plan, tasks, checklist]) expect(leftovers.exec(text)?.[0]).toBeUndefined();
}

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

const releases = process.env.HEWTO_SPECKIT_TEMPLATES;

test("all five steps work with the unmodified templates of spec-kit's releases", {
  timeout: 300_000,
}, async () => {
  if (releases === undefined) return skipTest("HEWTO_SPECKIT_TEMPLATES names no folder of templates");
  const folders = (await readdir(releases, { withFileTypes: true })).filter((each) => each.isDirectory());
  expect(folders.length).toBeGreaterThan(0);
  for (const { name } of folders) {
    const files = await readdir(join(releases, name));
    const texts = await Promise.all(
      files.map(async (file) => [file, await readFile(join(releases, name, file), "utf8")] as const),
    );
    expectInOrder(await allSteps(below(".specify/templates", Object.fromEntries(texts))));
  }
});

test("a checklist ticks only what a rule checked, with what it found; everything else is open", async () => {
  const { checklist } = await allSteps({});
  const ticked = checklist.split("\n").filter((line) => line.startsWith("- [x]"));
  expect(ticked).toEqual([
    "- [x] CHK004 All mandatory sections completed (checked by rule: User Scenarios & Testing, Requirements, Success Criteria)",
    "- [x] CHK005 No [NEEDS CLARIFICATION] markers remain (checked by rule: 0 found)",
    "- [x] CHK008 Every story has an acceptance scenario (checked by rule: 1 story, 3 scenarios)",
  ]);
  expect(checklist.match(/^- \[ \] CHK/gm)).toHaveLength(12);
});
