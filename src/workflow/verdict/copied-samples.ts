import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { findHeading } from "../read/spec-document.ts";

const filledSections = {
  spec: ["User Scenarios & Testing", "Requirements", "Success Criteria"],
  plan: ["Summary", "Technical Context"],
  tasks: [],
} as const;

/** `[describe the journey]`, but not a link, a checkbox or a tag such as `[P]`, `[US1]`. */
const placeholder = /\[(?!NEEDS CLARIFICATION)[^\][\n]*\p{Ll}{3}[^\][\n]*\](?![([:])/u;
const maxNamed = 3;

/**
 * Lines that a document has word for word from its template although they are there to be replaced: placeholders in the
 * sections of the format, and sample tasks.
 */
export function copiedSamples(kind: keyof typeof filledSections, text: string, template: string): string[] {
  const samples = new Set(
    readMarkdown(template)
      .lines.filter(({ kind: line }) => line === "prose")
      .map((line) => line.text.trim())
      .filter((line) => line !== ""),
  );
  const document = readMarkdown(text);
  const ranges = filledSections[kind].flatMap((name) => findHeading(document, name) ?? []);
  const unfilled = ranges.flatMap(({ line, endLine }) =>
    document
      .linesBetween(line + 1, endLine)
      .filter((each) => each.kind === "prose" && placeholder.test(each.text))
      .filter((each) => samples.has(each.text.trim())),
  );
  const taskLines = new Set(readTasks(document).map(({ line }) => line));
  const tasks =
    kind === "tasks"
      ? document.lines.filter((each) => taskLines.has(each.number) && samples.has(each.text.trim()))
      : [];
  const named = [...unfilled, ...tasks];
  if (named.length === 0) return [];
  const shown = named.slice(0, maxNamed).map((line) => `Line ${line.number}: \`${line.text.trim()}\``);
  const more = named.length > maxNamed ? ` and ${named.length - maxNamed} more` : "";
  return [`These lines are still those of the template: ${shown.join("; ")}${more}.`];
}
