import type { SpecDraft } from "../draft/draft.ts";
import { findHeading, readSpec } from "../read/spec-document.ts";
import { insertAfter } from "./insert.ts";
import { numbered, storiesText } from "./spec-text.ts";

export interface Extension {
  readonly text: string;
  readonly stories: number;
  readonly requirements: number;
}

/**
 * Adds what a further description brings to an existing spec: new stories and requirements after the old ones, with
 * the next numbers. Existing text does not change.
 */
export function extendSpec(text: string, draft: SpecDraft): Extension {
  const spec = readSpec(text);
  const existing = new Set(
    [...spec.stories.map(({ title }) => title), ...spec.requirements.map(({ text: own }) => own)].map(folded),
  );
  const stories = draft.stories.filter(({ title }) => !existing.has(folded(title)));
  const requirements = draft.requirements
    .map((each) => each.replace(/ \[NEEDS CLARIFICATION[^\]]{0,1000}\]$/, ""))
    .filter((each) => ![...existing].some((old) => old.startsWith(folded(each))));
  let extended = text;
  if (stories.length > 0) extended = addStories(extended, stories);
  if (requirements.length > 0) extended = addRequirements(extended, requirements);
  return { text: extended, stories: stories.length, requirements: requirements.length };
}

function addStories(text: string, stories: SpecDraft["stories"]): string {
  const { document, stories: old } = readSpec(text);
  const next = Math.max(0, ...old.map(({ number }) => number)) + 1;
  const last = [...document.headings].reverse().find(({ line }) => line === old.at(-1)?.line);
  const section = findHeading(document, "User Scenarios & Testing");
  const line = last?.endLine ?? section?.ownEndLine ?? document.lines.length;
  return insertAfter(text, line, `\n${storiesText(stories, next)}`);
}

function addRequirements(text: string, requirements: readonly string[]): string {
  const { document, requirements: old } = readSpec(text);
  const next = Math.max(0, ...old.map(({ id }) => Number(id.slice(3)))) + 1;
  const section = findHeading(document, "Functional Requirements") ?? findHeading(document, "Requirements");
  const line = old.at(-1)?.line ?? section?.ownEndLine ?? document.lines.length;
  return insertAfter(text, line, numbered("FR", requirements, next));
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ ?\[needs clarification[^\]]{0,1000}\]/g, "")
    .trim();
}
