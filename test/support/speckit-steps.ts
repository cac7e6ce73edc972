import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { checkPlan } from "../../src/workflow/read/check-plan.ts";
import { checkSpec } from "../../src/workflow/read/check-spec.ts";
import { checkTasks } from "../../src/workflow/read/check-tasks.ts";
import { connectSpeckit } from "./speckit.ts";
import { temporaryTree } from "./temporary.ts";

type Files = Readonly<Record<string, string>>;

export function below(folder: string, files: Files): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** Runs all five steps without a model in a project with these templates; the documents that they wrote. */
export async function allSteps(templates: Files) {
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

/** Notes of a template to the author, its placeholders, and what its samples say. */
const leftovers =
  /\[link\]|this template|__SPECKIT|\bsample\b|TXXX|\[Title\]|\[Category|Phase N\b|\[e\.g\.|ACTION REQUIRED|Execution Flow|\[FEATURE|\[DATE\]|\$ARGUMENTS|\[###|\{SCRIPT\}|VARIANT|O\(1\)|Paths shown below|T004-T007|\[what was|\bmain\(\)|\/(?:plan|tasks|specify) command/i;

type Documents = Awaited<ReturnType<typeof allSteps>>;

/** The documents have all parts of the format and nothing that a template says only to its author. */
export function expectInOrder(documents: Documents) {
  const { spec, plan, tasks } = documents;
  expect([checkSpec(spec), checkPlan(plan), checkTasks(tasks, [1])]).toEqual([[], [], []]);
  expectNoLeftovers(documents);
}

/** For presets, which define a format of their own. */
export function expectNoLeftovers({ spec, plan, tasks, checklist }: Documents) {
  for (const text of [spec, plan, tasks, checklist]) expect(leftovers.exec(text)?.[0]).toBeUndefined();
}
