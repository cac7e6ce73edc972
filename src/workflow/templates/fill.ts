import { linesBetween, type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import type { Heading } from "../../markdown/headings.ts";
import { readTasks } from "../../markdown/tasks.ts";
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

/** A part of the new document: the text before any heading, a title with its lines, or a level 2 section. */
interface Part {
  readonly name: string;
  readonly kind: "kept" | "filled" | "example";
  readonly text: string;
  readonly hasBoxes: boolean;
}

/**
 * A template with its title lines and its known sections filled in. Sections of a project's own stay as they
 * are, in their place. What a template holds for its author (sample tasks, sample checklists, the steps of the
 * command that fills it in) is left out.
 */
export function fillTemplate(template: string, filling: Filling): string {
  const document = readMarkdown(fillTitles(withoutNotes(template), filling));
  const bodies = new Map(filling.sections.map(([name, body]) => [sectionName(name), body.trim()]));
  const parts = partsOf(document, bodies);
  const text = withMissing(parts, filling.sections)
    .filter(({ kind }) => kind !== "example")
    .map((part) => part.text)
    .join("\n\n");
  return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

function partsOf(document: MarkdownDocument, bodies: ReadonlyMap<string, string>): Part[] {
  const headings = document.headings.filter(({ level }) => level <= 2);
  const boxes = readTasks(document).map(({ line }) => line);
  const textOf = (from: number, to: number) =>
    linesBetween(document, from, to)
      .map((line) => line.text)
      .join("\n");
  const used = new Set<string>();
  const parts = headings.map((heading, index): Part => {
    const name = sectionName(heading.text);
    const end = (headings[index + 1]?.line ?? document.lines.length + 1) - 1;
    const text = textOf(heading.line, end);
    const hasBoxes = boxes.some((line) => line > heading.line && line <= end);
    if (heading.level === 1) return { name, kind: "kept", text: withoutAdvice(text), hasBoxes };
    const body = used.has(name) ? undefined : bodies.get(name);
    if (body === undefined)
      return { name, kind: hasBoxes || isForAuthor(heading, text) ? "example" : "kept", text, hasBoxes };
    used.add(name);
    return {
      name,
      kind: "filled",
      text: `${textOf(heading.line, heading.contentLine - 1)}\n\n${body}`,
      hasBoxes,
    };
  });
  const head = textOf(1, (headings[0]?.line ?? document.lines.length + 1) - 1);
  return [{ name: "", kind: "kept", text: head, hasBoxes: false }, ...parts];
}

/** Sections that the template lacks: behind the one that comes before them, else in place of the samples. */
function withMissing(parts: readonly Part[], sections: Filling["sections"]): readonly Part[] {
  const all = [...parts];
  const sample = all.findIndex(({ kind, hasBoxes }) => kind === "example" && hasBoxes);
  let at = sample < 0 ? all.length : sample;
  for (const [title, body] of sections) {
    const name = sectionName(title);
    const there = all.findIndex((part) => part.kind === "filled" && part.name === name);
    if (there >= 0) at = there + 1;
    else
      all.splice(at++, 0, {
        name,
        kind: "filled",
        text: `## ${title}\n\n${body.trim()}`,
        hasBoxes: false,
      });
  }
  return all;
}

/** Headings under which templates of spec-kit speak to whoever fills them in. */
const authorHeading = /^\W*(?:\[|execution flow|quick guidelines|parallel example|task generation rules)/iu;
/** Words by which a section speaks of the command that fills it in. */
const authorText =
  /\[NEEDS CLARIFICATION|__SPECKIT_COMMAND_\w+__|\bmain\(\)|(?:\/|`)(?:speckit[.-])?(?:specify|plan|tasks)`? command\b/;

function isForAuthor({ title }: Heading, written: string): boolean {
  return authorHeading.test(title) || authorText.test(written);
}

/** A template without its own front matter and without comments to its author. */
function withoutNotes(template: string): string {
  return template
    .replace(/^\uFEFF?---\r?\n(?:(?!---)[^\n]*\n)*?---\r?\n/, (head) => (/template/i.test(head) ? "" : head))
    .replace(/<!--(?:[\s\S]*?-->|[\s\S]*)/g, (note) =>
      note.endsWith("-->") && /\b(?:SAMPLE|ACTION REQUIRED|IMPORTANT)\b/.test(note) ? "" : note,
    );
}

/** The lines under the title without those that explain the template. */
function withoutAdvice(head: string): string {
  return head
    .split("\n")
    .filter((line) => !/\bthis template\b|\bexamples? below\b|\bis generated by the `/i.test(line))
    .join("\n");
}

function fillTitles(template: string, { title, folder, date, input }: Filling): string {
  const values: readonly [RegExp, string][] = [
    [/\[FEATURE(?: NAME)?\]/g, title],
    [/\[###-feature-name\]/g, folder],
    [/\[DATE\]/g, date],
    [/"?\$ARGUMENTS"?/g, quoted(input)],
    [/\[link\](?!\()/gi, "[spec.md](spec.md)"],
    [/\[CHECKLIST TYPE\]/g, "Specification Quality"],
    [
      /\[Brief description of what this checklist covers\]/gi,
      "Check that the specification is ready for planning",
    ],
    [/\[Link to spec\.md[^\]]{0,200}\](?!\()/gi, "[spec.md](../spec.md)"],
  ];
  // As functions: `$&` in a description is not a pattern.
  return values.reduce((text, [pattern, value]) => text.replace(pattern, () => value), template);
}

/** One line in quotes, whatever the description held. */
export function quoted(input: string): string {
  return `"${withoutMarkers(input).replace(/\s+/g, " ").trim().replaceAll('"', "'")}"`;
}
