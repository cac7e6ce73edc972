import { expect, test } from "vitest";
import { callSkills, skillText, skillTree } from "../../../test/support/skills.ts";
import { doctorOperation } from "./doctor.ts";

test("each SKILL.md has a state and a reason", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/pdf/SKILL.md": skillText("pdf"),
    "home/.claude/skills/pdf/SKILL.md": skillText("pdf"),
    "ws/.codex/skills/pdf/SKILL.md": skillText("pdf"),
    "ws/skills/off/.SKILL.md": skillText("off"),
    "ws/skills/broken/SKILL.md": "---\nname: broken\n---\n",
  });
  const answer = await callSkills(tree, doctorOperation, {}, { exclude: ["codex"] });
  if (!answer.ok) throw new Error(answer.fault.message);
  const states = answer.value.files.map(({ path, state }) => [path.slice(tree.root.length + 1), state]);
  expect(Object.fromEntries(states)).toEqual({
    "home/.claude/skills/pdf/SKILL.md": "shadowed",
    "ws/.claude/skills/pdf/SKILL.md": "served",
    "ws/.codex/skills/pdf/SKILL.md": "filtered",
    "ws/skills/broken/SKILL.md": "invalid",
    "ws/skills/off/.SKILL.md": "disabled",
  });
  expect(answer.value.summary).toBe("5 SKILL.md: 1 served, 1 shadowed, 1 filtered, 1 disabled, 1 invalid.");
  expect(doctorOperation.exitCode?.(answer.value)).toBe(1);
});

test("skills beyond the budget of the catalog are listed by name, or omitted", async () => {
  const files = Object.fromEntries(
    ["a", "b", "c"].map((name) => [`ws/skills/${name}/SKILL.md`, skillText(name, "Long. ".repeat(50))]),
  );
  const tree = await skillTree(files);
  const answer = await callSkills(tree, doctorOperation, {}, { "catalog-budget": "150" });
  expect(answer).toMatchObject({
    value: { files: [{ state: "over-budget" }, { state: "over-budget" }, { state: "over-budget" }] },
  });
});

test("without skills the summary says so", async () => {
  expect(await callSkills(await skillTree(), doctorOperation, {})).toMatchObject({
    value: { files: [], summary: "No SKILL.md was found." },
  });
});
