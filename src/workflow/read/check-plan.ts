import { readMarkdown } from "../../markdown/document.ts";
import { unless } from "./check-spec.ts";
import { leftPlaceholders } from "./placeholders.ts";
import { findHeading } from "./spec-document.ts";

const needed = ["Summary", "Technical Context", "Constitution Check", "Project Structure"];

/** What keeps a text from being a plan.md. */
export function checkPlan(text: string): string[] {
  const document = readMarkdown(text);
  return [
    ...unless(
      /^# Implementation Plan: \S/m.test(text),
      "The title must be `# Implementation Plan: <feature>`.",
    ),
    ...leftPlaceholders(text).map((left) => `The placeholder ${left} is not filled in.`),
    ...needed
      .filter((name) => findHeading(document, name) === undefined)
      .map((name) => `The section \`## ${name}\` is missing.`),
    ...unless(
      /\*\*Language\/Version\*\*\s*:/i.test(text),
      "Technical Context does not say **Language/Version**.",
    ),
    ...unless(/\*\*Testing\*\*\s*:/i.test(text), "Technical Context does not say **Testing**."),
  ];
}
