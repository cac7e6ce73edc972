import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import { leftPlaceholders } from "./placeholders.ts";
import { findHeading, readSpec } from "./spec-document.ts";

export const maxQuestions = 3;

/**
 * What keeps a text from being a spec.md; empty when it is one. Each problem is a sentence to act on. Of a
 * project with a template of its own only those parts are asked for that the template has.
 */
export function checkSpec(text: string, template?: string): string[] {
  const spec = readSpec(text);
  const { document, stories, requirements, criteria, questions } = spec;
  const asks = askedBy(template);
  return [
    ...unless(
      !asks(/^# Feature Specification: /m) || /^# Feature Specification: \S/m.test(text),
      "The title must be `# Feature Specification: <name>`.",
    ),
    ...leftPlaceholders(text).map((left) => `The placeholder ${left} is not filled in.`),
    ...missingSections(document, ["User Scenarios & Testing", "Requirements", "Success Criteria"], template),
    ...unless(
      !asks(/^### User Story \d/m) || stories.length > 0,
      "There is no `### User Story 1 - <title> (Priority: P1)`.",
    ),
    ...stories
      .filter((story) => story.scenarios.length === 0)
      .map(({ number }) => `User Story ${number} has no numbered Given / When / Then scenario.`),
    ...repeated(stories.map(({ number }) => `User Story ${number}`)),
    ...unless(
      !asks(/\*\*FR-\d+\*\*/) || requirements.length > 0,
      "There is no requirement `- **FR-001**: …`.",
    ),
    ...unless(
      !asks(/\*\*SC-\d+\*\*/) || criteria.length > 0,
      "There is no success criterion `- **SC-001**: …`.",
    ),
    ...repeated([...requirements, ...criteria].map(({ id }) => id)),
    ...unless(
      questions.length <= maxQuestions,
      `There are ${questions.length} [NEEDS CLARIFICATION] markers; at most ${maxQuestions} are allowed.`,
    ),
  ];
}

/** Whether a part is asked for: by our own format always, by a project's template where it has that part. */
export function askedBy(template: string | undefined): (part: RegExp) => boolean {
  return (part) => template === undefined || part.test(template);
}

/** The sections that a text lacks, of those that are asked for. */
export function missingSections(
  document: MarkdownDocument,
  names: readonly string[],
  template: string | undefined,
): string[] {
  const asked = template === undefined ? undefined : readMarkdown(template);
  return names
    .filter((name) => asked === undefined || findHeading(asked, name) !== undefined)
    .filter((name) => findHeading(document, name) === undefined)
    .map((name) => `The section \`## ${name}\` is missing.`);
}

/** Names that stand twice where each must be unique. */
export function repeated(names: readonly string[]): string[] {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twice)].map((name) => `${name} is there more than once.`);
}

export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}
