import { readMarkdown } from "../../markdown/document.ts";
import { withoutMarkers } from "../read/placeholders.ts";
import { sectionName } from "../read/spec-document.ts";

export interface Filling {
  readonly title: string;
  /** The feature's folder, which is also the name of its branch. */
  readonly folder: string;
  readonly date: string;
  readonly input: string;
  /** Bodies by section name, sub-headings included; level 2. Sections that the template lacks are added. */
  readonly sections: readonly (readonly [name: string, body: string])[];
}

/**
 * A template with its title lines and its known sections filled in. What a project's own template has
 * beyond that stays as it is, in its place.
 */
export function fillTemplate(template: string, filling: Filling): string {
  const document = readMarkdown(fillTitles(template, filling));
  const bodies = new Map(filling.sections.map(([name, body]) => [sectionName(name), body]));
  const parts: string[] = [];
  let skipTo = 0;
  const headings = new Map(document.headings.map((heading) => [heading.line, heading]));
  for (const line of document.lines) {
    if (line.number <= skipTo) continue;
    parts.push(line.text);
    const heading = headings.get(line.number);
    const body = heading?.level === 2 ? bodies.get(sectionName(heading.text)) : undefined;
    if (heading === undefined || body === undefined) continue;
    bodies.delete(sectionName(heading.text));
    parts.push("", body.trim(), "");
    skipTo = heading.endLine;
  }
  for (const [name, body] of filling.sections) {
    if (bodies.has(sectionName(name))) parts.push("", `## ${name}`, "", body.trim(), "");
  }
  return `${parts
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

function fillTitles(template: string, { title, folder, date, input }: Filling): string {
  const values: readonly [RegExp, string][] = [
    [/\[FEATURE(?: NAME)?\]/g, title],
    [/\[###-feature-name\]/g, folder],
    [/\[DATE\]/g, date],
    [/"?\$ARGUMENTS"?/g, quoted(input)],
  ];
  // As functions: `$&` in a description is no pattern.
  return values.reduce((text, [pattern, value]) => text.replace(pattern, () => value), template);
}

/** One line in quotes, whatever the description held. */
export function quoted(input: string): string {
  return `"${withoutMarkers(input).replace(/\s+/g, " ").trim().replaceAll('"', "'")}"`;
}
