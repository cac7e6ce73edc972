import { readMarkdown } from "../../markdown/document.ts";
import { askedBy, missingSections, unless } from "./check-spec.ts";
import { leftPlaceholders } from "./placeholders.ts";

const needed = ["Summary", "Technical Context", "Constitution Check", "Project Structure"];

/** What keeps a text from being a plan.md; a project's own template may ask for less. */
export function checkPlan(text: string, template?: string): string[] {
  const asks = askedBy(template);
  return [
    ...unless(
      !asks(/^# Implementation Plan: /m) || /^# Implementation Plan: \S/m.test(text),
      "The title must be `# Implementation Plan: <feature>`.",
    ),
    ...leftPlaceholders(text).map((left) => `The placeholder ${left} is not filled in.`),
    ...missingSections(readMarkdown(text), needed, template),
    ...["Language/Version", "Testing"]
      .map((name) => ({ name, line: new RegExp(`\\*\\*${name}\\*\\*\\s*:`, "i") }))
      .filter(({ line }) => asks(line) && !line.test(text))
      .map(({ name }) => `Technical Context does not say **${name}**.`),
  ];
}
