import { count } from "../../kernel/text.ts";
import { sectionLines } from "../../markdown/sections.ts";
import { findHeading, readSpec, type SpecDocument } from "../read/spec-document.ts";
import { fillTemplate } from "../templates/fill.ts";
import type { SpecHead } from "./spec-text.ts";

/** A line of the checklist. With a rule it is ticked where the rule holds, and says what was found. */
interface Item {
  readonly text: string;
  readonly rule?: (spec: SpecDocument) => { readonly holds: boolean; readonly found: string };
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
      { text: "Every story can be tested alone" },
    ],
  ],
];

/** checklists/requirements.md: what a rule verified is ticked with the evidence; the rest is for a person. */
export function requirementsChecklist(template: string, text: string, head: SpecHead): string {
  const spec = readSpec(text);
  let number = 0;
  const line = ({ text: claim, rule }: Item) => {
    const verdict = rule?.(spec);
    const evidence = verdict === undefined ? "" : ` (checked by rule: ${verdict.found})`;
    return `- [${verdict?.holds ? "x" : " "}] CHK${String(++number).padStart(3, "0")} ${claim}${evidence}`;
  };
  return fillTemplate(template, {
    title: spec.title,
    ...head,
    sections: [
      ...groups.map(([name, items]) => [name, items.map(line).join("\n")] as const),
      ["Notes", "- Only what a rule could check is ticked. Everything else is for a person to judge."],
    ],
  });
}

/** The checklist after the last marker is gone from the spec: the line about markers is ticked. */
export function withoutOpenMarkers(checklist: string): string {
  return checklist.replace(
    /^([ \t]*[-*+] )\[ ?\]( .{0,200}?\[NEEDS CLARIFICATION\] markers remain)(?: \(checked by rule: [^)]{0,200}\))?/m,
    (_, bullet: string, claim: string) => `${bullet}[x]${claim} (checked by rule: 0 found)`,
  );
}

function sectionsRule({ document }: SpecDocument) {
  const missing = mandatory.filter((name) => {
    const heading = findHeading(document, name);
    return !heading || sectionLines(document, heading).every((line) => line.role === "blank");
  });
  return missing.length === 0
    ? { holds: true, found: mandatory.join(", ") }
    : { holds: false, found: `missing or empty: ${missing.join(", ")}` };
}

function markersRule({ questions }: SpecDocument) {
  return { holds: questions.length === 0, found: `${questions.length} found` };
}

function scenariosRule({ stories }: SpecDocument) {
  const scenarios = stories.reduce((sum, story) => sum + story.scenarios.length, 0);
  const found = `${count(stories.length, "story", "stories")}, ${count(scenarios, "scenario")}`;
  return { holds: stories.length > 0 && stories.every((story) => story.scenarios.length > 0), found };
}
