import { MOST_QUESTIONS } from "../read/check-spec.ts";
import { findHeading, readSpec } from "../read/spec-document.ts";
import { fillTemplate } from "../templates/fill.ts";
import type { SpecHead } from "./spec-text.ts";

/** checklists/requirements.md: what a rule can judge is judged; what only a person can is left open. */
export function requirementsChecklist(template: string, spec: string, head: SpecHead): string {
  const read = readSpec(spec);
  const { stories, requirements, criteria, questions, document } = read;
  const testable = requirements.every(({ text }) => /\b(MUST|SHALL|SHOULD)\b/.test(text));
  const measured = criteria.every(({ text }) => /\d|first|every|never|without/i.test(text));
  const items: readonly (readonly [string, readonly (readonly [boolean, string])[]])[] = [
    [
      "Content Quality",
      [
        [
          !/\b(React|Django|Postgres\w*|MySQL|MongoDB|Kubernetes|Redis)\b/i.test(spec),
          "No implementation details (languages, frameworks, APIs)",
        ],
        [stories.length > 0, "Focused on user value and business needs"],
        [
          stories.every(({ title }) => title.length > 0),
          "Written so that non-technical readers understand it",
        ],
        [
          ["User Scenarios & Testing", "Requirements", "Success Criteria"].every((name) =>
            findHeading(document, name),
          ),
          "All mandatory sections completed",
        ],
      ],
    ],
    [
      "Requirement Completeness",
      [
        [questions.length === 0, "No [NEEDS CLARIFICATION] markers remain"],
        [questions.length <= MOST_QUESTIONS, "Open questions are few enough to be answered"],
        [testable, "Requirements are testable and unambiguous"],
        [criteria.length > 0 && measured, "Success criteria are measurable"],
        [stories.every(({ scenarios }) => scenarios.length > 0), "All acceptance scenarios are defined"],
        [findHeading(document, "Edge Cases") !== undefined, "Edge cases are identified"],
        [requirements.length > 0, "Scope is clearly bounded"],
        [findHeading(document, "Assumptions") !== undefined, "Dependencies and assumptions identified"],
      ],
    ],
    [
      "Feature Readiness",
      [
        [requirements.length >= stories.length, "All functional requirements have clear acceptance criteria"],
        [stories.some(({ priority }) => priority === "P1"), "User scenarios cover primary flows"],
        [criteria.length >= 1, "Feature meets the outcomes of its success criteria"],
        [stories.every(({ independentTest }) => independentTest !== ""), "Every story can be tested alone"],
      ],
    ],
  ];
  let id = 0;
  const line = ([holds, text]: readonly [boolean, string]) =>
    `- [${holds ? "x" : " "}] CHK${String(++id).padStart(3, "0")} ${text}`;
  return fillTemplate(template, {
    title: read.title,
    ...head,
    sections: [
      ...items.map(([name, rows]) => [name, rows.map(line).join("\n")] as const),
      ["Notes", "- Ticked by rule when the specification was written; untick what you see otherwise."],
    ],
  });
}
