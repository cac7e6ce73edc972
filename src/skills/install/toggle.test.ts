import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registryIn, type SkillTree, skillText, skillTree } from "../../../test/support/skills.ts";
import { type ToggleMode, toggleSkill } from "./toggle.ts";

async function toggle(tree: SkillTree, mode: ToggleMode, id: string, force = false) {
  const { enabled, disabled } = await (await registryIn(tree)).snapshot();
  const { skills } = mode === "enable" ? disabled : enabled;
  const skill = skills.find((each) => each.id === id);
  if (!skill) throw new Error(`No skill ${id}.`);
  return toggleSkill(skill, mode, { home: tree.home, force });
}

test("disable renames SKILL.md, and enable restores the same bytes", async () => {
  const text = skillText("pdf");
  const tree = await skillTree({ "ws/skills/pdf/SKILL.md": text });
  const folder = join(tree.ws, "skills/pdf");
  expect(await toggle(tree, "disable", "agents:pdf")).toMatchObject({ value: "done" });
  expect(await readdir(folder)).toEqual([".SKILL.md"]);
  expect(await toggle(tree, "enable", "agents:pdf")).toMatchObject({ value: "done" });
  expect(await readdir(folder)).toEqual(["SKILL.md"]);
  expect(await readFile(join(folder, "SKILL.md"), "utf8")).toBe(text);
});

test("a file of the other state blocks the rename; force replaces it", async () => {
  const tree = await skillTree({
    "ws/skills/pdf/SKILL.md": skillText("pdf", "Enabled."),
    "ws/skills/pdf/.SKILL.md": skillText("pdf", "Disabled."),
  });
  const folder = join(tree.ws, "skills/pdf");
  expect(await toggle(tree, "enable", "agents:pdf")).toMatchObject({ value: "blocked" });
  expect((await readdir(folder)).sort()).toEqual([".SKILL.md", "SKILL.md"]);
  expect(await toggle(tree, "enable", "agents:pdf", true)).toMatchObject({ value: "done" });
  expect(await readdir(folder)).toEqual(["SKILL.md"]);
  expect(await readFile(join(folder, "SKILL.md"), "utf8")).toContain("Disabled.");
});

test("a skill of a plugin is refused and not renamed", async () => {
  const tree = await skillTree({
    "home/.claude/plugins/installed_plugins.json": JSON.stringify({
      plugins: { "example@market": { installPath: "example" } },
    }),
    "home/.claude/plugins/example/pdf/SKILL.md": skillText("pdf"),
  });
  expect(await toggle(tree, "disable", "claude:@example:pdf")).toMatchObject({
    fault: { code: "skill_invalid", message: expect.stringContaining("belongs to the plugin example") },
  });
  expect(await readdir(join(tree.home, ".claude/plugins/example/pdf"))).toEqual(["SKILL.md"]);
});
