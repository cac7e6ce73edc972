import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import { remainingPlaceholders } from "./placeholders.ts";
import { findHeading, readSpec } from "./spec-document.ts";

export const maxQuestions = 3;

/**
 * What is wrong with a spec.md: one sentence per problem. If the project has its own template, only the parts of that
 * template are required.
 */
export function checkSpec(text: string, template?: string): string[] {
  const spec = readSpec(text);
  const { document, stories, requirements, criteria, questions } = spec;
  const requires = requirementsOf(template);
  return [
    ...unless(
      !requires(/^# Feature Specification: /m) || /^# Feature Specification: \S/m.test(text),
      "The title must be `# Feature Specification: <name>`.",
    ),
    ...remainingPlaceholders(text).map((each) => `The placeholder ${each} is not filled in.`),
    ...missingSections(document, ["User Scenarios & Testing", "Requirements", "Success Criteria"], template),
    ...unless(
      !requires(/^### User Story \d/m) || stories.length > 0,
      "There is no `### User Story 1 - <title> (Priority: P1)`.",
    ),
    ...stories
      .filter((story) => story.scenarios.length === 0)
      .map(({ number }) => `User Story ${number} has no numbered Given / When / Then scenario.`),
    ...repeated(stories.map(({ number }) => `User Story ${number}`)),
    ...unless(
      !requires(/\*\*FR-\d+\*\*/) || requirements.length > 0,
      "There is no requirement `- **FR-001**: …`.",
    ),
    ...unless(
      !requires(/\*\*SC-\d+\*\*/) || criteria.length > 0,
      "There is no success criterion `- **SC-001**: …`.",
    ),
    ...repeated([...requirements, ...criteria].map(({ id }) => id)),
    ...unless(
      questions.length <= maxQuestions,
      `There are ${questions.length} [NEEDS CLARIFICATION] markers; at most ${maxQuestions} are allowed.`,
    ),
  ];
}

/** Whether a part is required: always in our own format, otherwise if the project's template has it. */
export function requirementsOf(template: string | undefined): (part: RegExp) => boolean {
  return (part) => template === undefined || part.test(template);
}

/** The required sections that a text lacks. */
export function missingSections(
  document: MarkdownDocument,
  names: readonly string[],
  template: string | undefined,
): string[] {
  const own = template === undefined ? undefined : readMarkdown(template);
  return names
    .filter((name) => own === undefined || findHeading(own, name) !== undefined)
    .filter((name) => findHeading(document, name) === undefined)
    .map((name) => `The section \`## ${name}\` is missing.`);
}

/** Names that occur more than once although each must be unique. */
export function repeated(names: readonly string[]): string[] {
  const duplicates = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(duplicates)].map((name) => `${name} occurs more than once.`);
}

export function unless(isValid: boolean, problem: string): string[] {
  return isValid ? [] : [problem];
}
