import { fillTemplate } from "../templates/fill.ts";
import type { DraftStory, SpecDraft } from "./draft.ts";

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
      [
        "Assumptions",
        bullets(["What the description does not name is out of scope until someone asks for it."]),
      ],
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

function storyText({ title, text, given, when, outcome }: DraftStory, number: number): string {
  return [
    `### User Story ${number} - ${title} (Priority: P${Math.min(number, 9)})`,
    "",
    `${text}.`,
    "",
    `**Why this priority**: ${number === 1 ? "without it the feature is not there" : "it builds on the stories before it"}`,
    "",
    `**Independent Test**: do only this: ${when}; then ${outcome}.`,
    "",
    "**Acceptance Scenarios**:",
    "",
    `1. **Given** ${given}, **When** ${when}, **Then** ${outcome}`,
    `2. **Given** ${given}, **When** what they enter is missing or wrong, **Then** nothing is changed and they are told what to correct`,
  ].join("\n");
}

function requirementsText({ requirements, entities }: SpecDraft): string {
  const parts = ["### Functional Requirements", "", numbered("FR", requirements, 1)];
  if (entities.length === 0) return parts.join("\n");
  const rows = entities.map(
    (name) => `**${name}**: what the requirements above do with it, and what it must remember`,
  );
  return [...parts, "", "### Key Entities", "", bullets(rows)].join("\n");
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}
