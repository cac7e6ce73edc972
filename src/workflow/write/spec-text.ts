import type { DraftStory, SpecDraft } from "../draft/draft.ts";
import { inUse, type Scenario } from "../draft/readings.ts";
import { capitalize } from "../draft/sentences.ts";
import { fillTemplate } from "../templates/fill.ts";

export interface SpecHead {
  readonly folder: string;
  readonly date: string;
  readonly input: string;
}

/** The whole spec.md of a draft. */
export function specText(template: string, draft: SpecDraft, head: SpecHead): string {
  return fillTemplate(template, {
    title: draft.title,
    ...head,
    sections: [
      [
        "User Scenarios & Testing",
        `${storiesText(draft.stories, 1)}\n\n### Edge Cases\n\n${bullets(draft.edgeCases)}`,
      ],
      ["Requirements", requirementsText(draft)],
      ["Success Criteria", `### Measurable Outcomes\n\n${numbered("SC", draft.criteria, 1)}`],
      ["Assumptions", bullets(draft.assumptions)],
    ],
  });
}

export function storiesText(stories: readonly DraftStory[], first: number): string {
  return stories.map((story, index) => storyText(story, first + index)).join("\n\n");
}

export function numbered(prefix: "FR" | "SC", texts: readonly string[], first: number): string {
  return texts
    .map((text, index) => `- **${prefix}-${String(first + index).padStart(3, "0")}**: ${text}`)
    .join("\n");
}

function storyText({ title, text, scenarios }: DraftStory, number: number): string {
  return [
    `### User Story ${number} - ${title} (Priority: P${Math.min(number, 9)})`,
    "",
    /[.!?。！？]$/.test(text) ? text : `${text}.`,
    "",
    `**Why this priority**: ${number === 1 ? "Listed first in the description." : "Listed after the stories above; it can be delivered on its own."}`,
    "",
    `**Independent Test**: ${independentTest(scenarios)}`,
    "",
    "**Acceptance Scenarios**:",
    "",
    ...scenarios.map(
      ({ given, when, outcome }, index) =>
        `${index + 1}. **Given** ${given}, **When** ${when}, **Then** ${outcome}`,
    ),
  ].join("\n");
}

/** The first scenario as an instruction. */
function independentTest([main]: readonly Scenario[]): string {
  if (main === undefined) return "Check the acceptance scenarios.";
  const { given, when, outcome } = main;
  if (!when.startsWith("they ")) return `Check this case: ${caseText(main)}.`;
  const action = when.slice("they ".length);
  return given === "a user" && !outcome.includes("they")
    ? `${capitalize(action)}, then check that ${outcome}.`
    : `Have ${given} ${action}, then check that ${outcome}.`;
}

/** A scenario as a sentence, without a context that is obvious or that the main scenario already has. */
export function caseText({ given, when, outcome }: Scenario, main?: Scenario): string {
  const isObvious = given === inUse || given === main?.given;
  return `${isObvious ? "" : `given ${given}, `}when ${when}, ${outcome}`;
}

function requirementsText({ requirements, entities }: SpecDraft): string {
  const parts = ["### Functional Requirements", "", numbered("FR", requirements, 1)];
  if (entities.length === 0) return parts.join("\n");
  const rows = entities.map(({ name, text }) => `**${name}**: ${text}`);
  return [...parts, "", "### Key Entities", "", bullets(rows)].join("\n");
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** A requirement without its open question, which is listed elsewhere. */
export function withoutQuestion(text: string): string {
  return text.replace(/ \[NEEDS CLARIFICATION[^\]]{0,1000}\]/g, "");
}
