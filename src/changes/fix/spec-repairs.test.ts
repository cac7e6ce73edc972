import { expect, test } from "vitest";
import { Findings } from "../../specs/findings.ts";
import { readSpec } from "../../specs/read.ts";
import { checkSpec } from "../../specs/rules.ts";
import { defaultVocabulary } from "../../specs/vocabulary.ts";
import { repairProposal, repairTasks } from "./document-repairs.ts";
import { applyEdits } from "./line-edits.ts";
import { repairSpec } from "./spec-repairs.ts";

function rulesOf(text: string): string[] {
  const findings = new Findings("spec.md", "openspec");
  checkSpec(readSpec(text, defaultVocabulary), defaultVocabulary, findings);
  return findings.list.map(({ rule }) => rule);
}

/** The text after the repair of one rule. */
function repaired(text: string, rule: string): string {
  const spec = readSpec(text, defaultVocabulary);
  const repair = repairSpec(spec, "booking-desk", defaultVocabulary).find((each) => each.rule === rule);
  if (repair === undefined) throw new Error(`no repair of ${rule}`);
  return applyEdits(spec.document, repair.edits);
}

const head = "# A\n\n## Purpose\n\nLets people do what they came for, every day.\n\n## Requirements\n\n";
const body = "### Requirement: R\n\nIt SHALL work.\n\n";
const another =
  "### Requirement: T\n\nIt SHALL rest.\n\n#### Scenario: U\n\n- **WHEN** asked\n- **THEN** done\n";
const whole = `${head}${body}#### Scenario: S\n\n- **WHEN** asked\n- **THEN** done\n`;

test.each([
  ["title-missing", whole.replace("# A\n\n", "")],
  ["purpose-missing", whole.replace(/## Purpose[^#]*/, "")],
  ["purpose-missing", whole.replace("## Purpose", "## Overview")],
  ["requirements-missing", whole.replace("## Requirements\n\n", "")],
  ["delta-in-spec", whole.replace("## Requirements", "## ADDED Requirements")],
  ["scenario-when-missing", whole.replace("- **WHEN** asked\n", "")],
  ["scenario-then-missing", whole.replace("- **THEN** done\n", "")],
  ["scenario-then-missing", `${head}${body}#### Scenario: S\n`],
  ["scenario-missing", `${head}${body}`],
  ["scenario-unlabeled", `${head}${body}#### Fine day\n\nAll works.\n`],
  ["scenario-not-heading", `${head}${body}**Scenario: S**\n\n- **WHEN** asked\n- **THEN** done\n`],
  ["requirement-text-missing", whole.replace("It SHALL work.\n\n", "")],
  ["requirement-not-normative", whole.replace("SHALL", "shall")],
  ["purpose-empty", whole.replace("Lets people do what they came for, every day.\n\n", "")],
  ["requirements-empty", head],
  ["scenario-orphaned", whole.replace("### Requirement: R\n\n", "")],
  ["requirement-misplaced", `${whole}\n## Notes\n\n${another}`],
  ["requirements-repeated", `${whole}\n## Notes\n\nOf us.\n\n## Requirements\n\n${another}`],
  ["heading-unlabeled", `${whole}\n### Another\n\nIt SHALL rest.\n`],
  ["block-unclosed", `${head}${body}\`\`\`ts\nlet a;\n\n#### Scenario: S\n\n- **WHEN** a\n- **THEN** b\n`],
])("the finding %s is gone after its repair", (rule, text) => {
  expect(rulesOf(text)).toContain(rule);
  expect(rulesOf(repaired(text, rule))).not.toContain(rule);
});

test("a spec without findings has no repairs, and line endings stay", () => {
  expect(repairSpec(readSpec(whole, defaultVocabulary), "a", defaultVocabulary)).toEqual([]);
  const text = whole.replaceAll("\n", "\r\n").replace("- **THEN** done\r\n", "");
  expect(repaired(text, "scenario-then-missing")).toContain("- **WHEN** asked\r\n- **THEN** <");
});

test("what is moved keeps its text, and what is around it stays", () => {
  const moved = repaired(`${whole}\n## Notes\n\n${another}\n## More\n\nText.\n`, "requirement-misplaced");
  expect(moved).toBe(`${whole}\n${another}\n## Notes\n\n## More\n\nText.\n`);
  const joined = repaired(
    `${whole}\n## Notes\n\nOf us.\n\n## Requirements\n\n${another}`,
    "requirements-repeated",
  );
  expect(joined).toBe(`${whole}\n${another}\n## Notes\n\nOf us.\n\n`);
});

test("the missing step is put where it is read in order", () => {
  const text = repaired(whole.replace("- **WHEN** asked\n", ""), "scenario-when-missing");
  expect(text).toContain("- **WHEN** <something happens>\n- **THEN** done");
});

test("a proposal gets the sections that it lacks, and tasks the next free number of their group", () => {
  expect(repairProposal("# X\n").map(({ rule }) => rule)).toEqual([
    "proposal-why-missing",
    "proposal-what-missing",
  ]);
  expect(repairProposal("## Why\n\nSo.\n\n## What Changes\n\nAll.\n")).toEqual([]);
  const text = "## 1. A\n\n- [ ] 1.1 a\n- [ ] b\n- [x] 1.1 c\n\n## 2. B\n\n- [ ] 1.9 d\n";
  const edits = repairTasks(text).flatMap((repair) => repair.edits);
  expect(edits.map((edit) => "text" in edit && edit.text)).toEqual([
    "- [ ] 1.2 b",
    "- [x] 1.3 c",
    "- [ ] 2.1 d",
  ]);
});
