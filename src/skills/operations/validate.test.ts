import { join } from "node:path";
import { expect, test } from "vitest";
import { callSkills, skillText, skillTree } from "../../../test/support/skills.ts";
import { validateOperation } from "./validate.ts";

test("without a path all installed skills are checked, with paths relative to the workspace", async () => {
  const tree = await skillTree({
    "ws/skills/pdf/SKILL.md": skillText("pdf"),
    "ws/skills/broken/SKILL.md": "no front matter\n",
    "home/.claude/skills/own/SKILL.md": skillText("own"),
  });
  expect(await callSkills(tree, validateOperation, {})).toMatchObject({
    value: {
      valid: false,
      checked: [join(tree.home, ".claude/skills/own"), "skills/broken", "skills/pdf"],
      errors: [{ rule: "missing-front-matter", file: "skills/broken/SKILL.md", line: 1 }],
      summary: "3 skills checked: 1 error, 0 warnings.",
    },
  });
});

test("a path is a skill's folder, its SKILL.md, or a folder of skills", async () => {
  const tree = await skillTree({
    "other/a/SKILL.md": skillText("a"),
    "other/b/.SKILL.md": skillText("b"),
    "other/notes.txt": "",
    "empty/": "",
  });
  const validate = (path: string) => callSkills(tree, validateOperation, { path: join(tree.root, path) });
  expect(await validate("other")).toMatchObject({ value: { valid: true, checked: { length: 2 } } });
  expect(await validate("other/a")).toMatchObject({ value: { checked: { length: 1 } } });
  expect(await validate("other/b/.SKILL.md")).toMatchObject({ value: { checked: { length: 1 } } });
  expect(await validate("empty")).toMatchObject({ fault: { code: "path_not_found" } });
  expect(await validate("other/notes.txt")).toMatchObject({ fault: { code: "not_a_directory" } });
});

test("a file that skills of a project share is one note, not a broken link for each copy", async () => {
  const text = skillText(
    "pdf",
    "Does pdf things.",
    "See [a](../_shared/check.md), [b](../_shared/check.md).\n",
  );
  const tree = await skillTree({
    "ws/.claude/skills/pdf/SKILL.md": text,
    "ws/.claude/skills/_shared/check.md": "Check.\n",
    "ws/.agents/skills/pdf/SKILL.md": text,
    "ws/.agents/skills/_shared/check.md": "Check.\n",
  });
  expect(await callSkills(tree, validateOperation, {})).toMatchObject({
    value: { errors: [], warnings: [], notes: [{ rule: "shared-file", severity: "note" }] },
  });
});
