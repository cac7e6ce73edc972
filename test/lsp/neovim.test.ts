import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ferryCopy } from "../support/editor.ts";
import { playInNeovim } from "../support/neovim.ts";
import { temporaryRepository } from "../support/repository.ts";

const spec = "openspec/specs/booking/spec.md";
const delta = "openspec/changes/add-waiting-list/specs/booking/spec.md";

test("a person in Neovim writes a spec of the example: findings, a fix, hover, completion, a rename", async () => {
  const root = await ferryCopy();
  const [, , , missing, titles, hidden, names, , , labels, , , , hover, , jumped, , , renamed] =
    await playInNeovim(root, [
      ["open", spec],
      ["find", "^## Purpose"],
      ["keys", "ccOverview<Esc>0i## <Esc>"],
      ["shows", "purpose-missing"],
      ["act", "Rename `## Overview` to `## Purpose`"],
      ["hides", "purpose-missing"],
      ["symbols"],
      ["open", delta],
      ["keys", "Go<CR>### Requirement: <Esc>"],
      ["complete"],
      ["keys", "u"],
      ["open", delta],
      ["find", "^### Requirement: Reserve"],
      ["hover"],
      ["find", "^#### Scenario: The crossing is full"],
      ["definition"],
      ["find", "Reserve a place"],
      ["keys", "0"],
      ["rename", "Book a seat"],
    ]);
  expect(missing).toContain("purpose-missing");
  expect(titles).toContain("Rename `## Overview` to `## Purpose`");
  expect(hidden).not.toContain("purpose-missing");
  expect(names).toEqual(expect.arrayContaining(["Reserve a place", "The crossing is full"]));
  expect(labels).toEqual(expect.arrayContaining(["Cancel a booking", "Cancel a booking (with its text)"]));
  expect(hover).toContain("Now in `openspec/specs/booking/spec.md`");
  expect(jumped).toEqual([spec, "#### Scenario: The crossing is full"]);
  expect(renamed).toBe("renamed");
  for (const path of [spec, delta])
    expect(readFileSync(join(root, path), "utf8")).toContain("### Requirement: Book a seat\n");
}, 120_000);

test("a person in Neovim follows a tag, completes an address and corrects one, in a workspace of many specs", async () => {
  const specs = Array.from({ length: 40 }, (_, at) => [
    `openspec/specs/area-${at}/spec.md`,
    `# Area ${at}\n\n## Purpose\n\nLets people work in area ${at}, each day of the year.\n\n## Requirements\n\n### Requirement: Rule ${at}\n\nThe system SHALL obey rule ${at}.\n\n#### Scenario: Case ${at}\n\n- **WHEN** asked\n- **THEN** done\n`,
  ]);
  const source = "test/rules.test.ts";
  const tagged = "// [VERIFIES: area-7/rule-7#case-7]\ntest('seven', () => {});\n";
  const root = await temporaryRepository({ ...Object.fromEntries(specs), [source]: tagged });
  const [, , hover, jumped, , , , dangling, , cleared, , labels] = await playInNeovim(root, [
    ["open", source],
    ["find", "area-7"],
    ["hover"],
    ["definition"],
    ["open", source],
    ["find", "case-7"],
    ["keys", "ct]cas-7<Esc>"],
    ["shows", "link-dangling"],
    ["act", "Change to `area-7/rule-7#case-7`"],
    ["hides", "link-dangling"],
    ["keys", "Go// [VERIFIES: area-12/<Esc>"],
    ["complete"],
  ]);
  expect(hover).toContain("`Case 7`");
  expect(jumped).toEqual(["openspec/specs/area-7/spec.md", "#### Scenario: Case 7"]);
  expect(dangling).toContain("link-dangling");
  expect(cleared).not.toContain("link-dangling");
  expect(labels).toEqual(["area-12/rule-12", "area-12/rule-12#case-12"]);
}, 120_000);
