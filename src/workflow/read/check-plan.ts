import { readMarkdown } from "../../markdown/document.ts";
import { missingSections, requirementsOf, unless } from "./check-spec.ts";
import { remainingPlaceholders } from "./placeholders.ts";

const required = ["Summary", "Technical Context", "Constitution Check", "Project Structure"];

/** What is wrong with a plan.md. A project's own template may require less. */
export function checkPlan(text: string, template?: string): string[] {
  const requires = requirementsOf(template);
  return [
    ...unless(
      !requires(/^# Implementation Plan: /m) || /^# Implementation Plan: \S/m.test(text),
      "The title must be `# Implementation Plan: <feature>`.",
    ),
    ...remainingPlaceholders(text).map((each) => `The placeholder ${each} is not filled in.`),
    ...missingSections(readMarkdown(text), required, template),
    ...["Language/Version", "Testing"]
      .map((name) => ({ name, line: new RegExp(`\\*\\*${name}\\*\\*\\s*:`, "i") }))
      .filter(({ line }) => requires(line) && !line.test(text))
      .map(({ name }) => `Technical Context has no **${name}**.`),
  ];
}
