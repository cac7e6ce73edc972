import { count } from "../../kernel/text.ts";
import { sectionLines } from "../../markdown/sections.ts";
import { findHeading, readSpec, type SpecDocument } from "../read/spec-document.ts";
import { fillTemplate } from "../templates/fill.ts";
import type { SpecHead } from "./spec-text.ts";

/** A line of the checklist. An item with a rule is checked if the rule holds, and shows the evidence. */
interface Item {
  readonly text: string;
  readonly rule?: (spec: SpecDocument) => { readonly holds: boolean; readonly evidence: string };
}

const mandatory = ["User Scenarios & Testing", "Requirements", "Success Criteria"];

const groups: readonly (readonly [string, readonly Item[]])[] = [
  [
    "Content Quality",
    [
      { text: "No implementation details (languages, frameworks, APIs)" },
      { text: "Focused on user value and business needs" },
      { text: "Written for non-technical stakeholders" },
      { text: "All mandatory sections completed", rule: sectionsRule },
    ],
  ],
  [
    "Requirement Completeness",
    [
      { text: "No [NEEDS CLARIFICATION] markers remain", rule: markersRule },
      { text: "Requirements are testable and unambiguous" },
      { text: "Success criteria are measurable" },
      { text: "Every story has an acceptance scenario", rule: scenariosRule },
      { text: "All acceptance scenarios are defined" },
      { text: "Edge cases are identified" },
      { text: "Scope is clearly bounded" },
      { text: "Dependencies and assumptions identified" },
    ],
  ],
  [
    "Feature Readiness",
    [
      { text: "All functional requirements have clear acceptance criteria" },
      { text: "User scenarios cover primary flows" },
      { text: "Every story can be tested on its own" },
    ],
  ],
];

/** checklists/requirements.md: items that a rule can verify are checked, with the evidence. */
export function requirementsChecklist(template: string, text: string, head: SpecHead): string {
  const spec = readSpec(text);
  let number = 0;
  const line = ({ text: claim, rule }: Item) => {
    const verdict = rule?.(spec);
    const evidence = verdict === undefined ? "" : ` (checked automatically: ${verdict.evidence})`;
    return `- [${verdict?.holds ? "x" : " "}] CHK${String(++number).padStart(3, "0")} ${claim}${evidence}`;
  };
  return fillTemplate(template, {
    title: spec.title,
    ...head,
    sections: [
      ...groups.map(([name, items]) => [name, items.map(line).join("\n")] as const),
      ["Notes", "- Checked items were verified automatically. The others need human review."],
    ],
  });
}

/** The checklist of a spec without open markers: the line about markers is checked. */
export function withoutOpenMarkers(checklist: string): string {
  return checklist.replace(
    /^([ \t]*[-*+] )\[ ?\]( .{0,200}?\[NEEDS CLARIFICATION\] markers remain)(?: \(checked [^)]{0,200}\))?/m,
    (_, bullet: string, claim: string) => `${bullet}[x]${claim} (checked automatically: 0 found)`,
  );
}

function sectionsRule({ document }: SpecDocument) {
  const missing = mandatory.filter((name) => {
    const heading = findHeading(document, name);
    return !heading || sectionLines(document, heading).every((line) => line.role === "blank");
  });
  return missing.length === 0
    ? { holds: true, evidence: mandatory.join(", ") }
    : { holds: false, evidence: `missing or empty: ${missing.join(", ")}` };
}

function markersRule({ questions }: SpecDocument) {
  return { holds: questions.length === 0, evidence: `${questions.length} found` };
}

function scenariosRule({ stories }: SpecDocument) {
  const scenarios = stories.reduce((sum, story) => sum + story.scenarios.length, 0);
  const evidence = `${count(stories.length, "story", "stories")}, ${count(scenarios, "scenario")}`;
  return { holds: stories.length > 0 && stories.every((story) => story.scenarios.length > 0), evidence };
}
