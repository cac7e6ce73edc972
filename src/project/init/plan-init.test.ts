import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { applyInit, needsLayout, planInit } from "./plan-init.ts";
import { surveyProject } from "./survey.ts";

test("a file that appears while init asks is not overwritten, and nothing else is created", async () => {
  const workspace = await openWorkspace(await temporaryTree({ "src/a.ts": "let a;\n" }));
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const { root } = workspace.value;
  const plan = await planInit(
    workspace.value,
    await surveyProject(workspace.value, undefined, {}),
    "openspec",
  );
  if (!plan.ok) throw new Error(plan.fault.message);
  const paths = plan.value.files.map(([path]) => path);
  const last = paths.at(-1) ?? "";
  expect(paths.length).toBeGreaterThan(0);
  await writeTree(root, { [last]: "mine\n" });
  expect(await applyInit(workspace.value, plan.value)).toMatchObject({
    ok: false,
    fault: { code: "write_conflict" },
  });
  expect(await readFile(join(root, last), "utf8")).toBe("mine\n");
  expect(paths.filter((path) => existsSync(join(root, path)))).toEqual([last]);
});

test("an empty specs folder is a layout, so that init does not create a second one", async () => {
  const root = await temporaryTree({ "src/a.ts": "let a;\n", "specs/.gitkeep": "" });
  const survey = await surveyProject({ root }, undefined, {});
  expect(survey.layouts.map(({ name, path }) => [name, path])).toEqual([["spox", "specs"]]);
  expect(needsLayout(survey)).toBe(false);
});

test("init names the skills of a skills collection and does not propose specs for it", async () => {
  const skill = "---\nname: pdf\ndescription: Reads PDF files.\n---\n\nRead.\n";
  const root = await temporaryTree({ "skills/pdf/SKILL.md": skill, "README.md": "# Skills\n" });
  const survey = await surveyProject({ root }, undefined, {});
  expect(survey).toMatchObject({ skills: 1, is_skill_collection: true });
  expect(needsLayout(survey)).toBe(false);
  const tools = await temporaryTree({ ".claude/skills/pdf/SKILL.md": skill, "src/a.ts": "let a;\n" });
  expect(needsLayout(await surveyProject({ root: tools }, undefined, {}))).toBe(true);
});
