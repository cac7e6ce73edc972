import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
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
  /** Bodies of level 2 sections by name, with their subheadings. Sections that the template lacks are added. */
  readonly sections: readonly (readonly [name: string, body: string])[];
}

/** A part of the new document: the text before all headings, the title with its lines, or a level 2 section. */
interface Part {
  readonly name: string;
  readonly kind: "unchanged" | "filled" | "example";
  readonly text: string;
  readonly hasBoxes: boolean;
}

/**
 * Fills in the title lines and the known sections of a template. Other sections stay as they are, in their place.
 * What is only meant for the author (sample tasks, sample checklists, instructions) is left out.
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
  const samples = readTasks(document);
  const boxes = samples.map(({ line }) => line);
  const sampleIds = samples.flatMap(({ id }) => (id !== undefined && /^T\d/.test(id) ? [id] : []));
  const textOf = (from: number, to: number) =>
    document
      .linesBetween(from, to)
      .map((line) => line.text)
      .join("\n");
  const used = new Set<string>();
  const parts = headings.map((heading, index): Part => {
    const name = sectionName(heading.text);
    const end = (headings[index + 1]?.line ?? document.lines.length + 1) - 1;
    const text = textOf(heading.line, end);
    const hasBoxes = boxes.some((line) => line > heading.line && line <= end);
    if (heading.level === 1) return { name, kind: "unchanged", text: withoutAdvice(text), hasBoxes };
    const body = used.has(name) ? undefined : bodies.get(name);
    if (body === undefined) {
      const isExample = hasBoxes || isForAuthor(heading, text) || mentionsAny(text, sampleIds);
      return { name, kind: isExample ? "example" : "unchanged", text, hasBoxes };
    }
    used.add(name);
    return {
      name,
      kind: "filled",
      text: `${textOf(heading.line, heading.contentLine - 1)}\n\n${body}`,
      hasBoxes,
    };
  });
  const head = textOf(1, (headings[0]?.line ?? document.lines.length + 1) - 1);
  return [{ name: "", kind: "unchanged", text: head, hasBoxes: false }, ...parts];
}

/** Adds the sections that the template lacks: after their predecessor, before its first section, or in place of samples. */
function withMissing(parts: readonly Part[], sections: Filling["sections"]): readonly Part[] {
  const all = [...parts];
  const first = all.findIndex(({ kind, hasBoxes }) => kind === "filled" || (kind === "example" && hasBoxes));
  let at = first < 0 ? all.length : first;
  for (const [title, body] of sections) {
    const name = sectionName(title);
    const existing = all.findIndex((part) => part.kind === "filled" && part.name === name);
    if (existing >= 0) at = existing + 1;
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

/** Headings of sections in spec-kit's templates that only address the author. */
const authorHeading = /^\W*(?:\[|execution flow|quick guidelines|parallel example|task generation rules)/iu;
/** Text that only occurs in instructions to the author. */
const authorText =
  /\bNEEDS CLARIFICATION\b|__SPECKIT_COMMAND_\w+__|\bmain\(\)|\{SCRIPT\}|\bVARIANT-INJECT\b|\/scripts\/[\w./-]+\.(?:sh|ps1|py)\b|\bPaths shown below\b|(?:\/|`)(?:speckit[.-])?(?:specify|plan|tasks)`? command\b/;

function isForAuthor({ title }: Heading, section: string): boolean {
  return authorHeading.test(title) || authorText.test(section);
}

/** Whether a text speaks of sample tasks, such as "Tests (T004-T007) before code". */
function mentionsAny(text: string, ids: readonly string[]): boolean {
  return ids.some((id) => text.includes(id));
}

/** A template without its front matter and without comments for its author. */
function withoutNotes(template: string): string {
  return template
    .replace(/^\uFEFF?---\r?\n(?:(?!---)[^\n]*\n)*?---\r?\n/, (head) => (/template/i.test(head) ? "" : head))
    .replace(/<!--(?:[\s\S]*?-->|[\s\S]*)/g, (note) =>
      note.endsWith("-->") && /\b(?:SAMPLE|ACTION REQUIRED|IMPORTANT|VARIANT)\b/.test(note) ? "" : note,
    );
}

/** The lines under the title, without those that explain the template. */
function withoutAdvice(head: string): string {
  return head
    .split("\n")
    .filter((line) => !/\bthis template\b|\bexamples? below\b|\bis generated by the `/i.test(line))
    .join("\n");
}

function fillTitles(template: string, { title, folder, date, input }: Filling): string {
  const values: readonly [RegExp, string][] = [
    [/\[FEATURE(?:[ _]NAME)?\]|\[Feature Name\]/g, title],
    [/\[###-feature-name\]|\[FEATURE[ _](?:BRANCH|ID|DIR|FOLDER)\]/g, folder],
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
  // As a function, so that `$&` in a description is not a replacement pattern.
  return values.reduce((text, [pattern, value]) => text.replace(pattern, () => value), template);
}

/** The description as one quoted line. */
export function quoted(input: string): string {
  return `"${withoutMarkers(input).replace(/\s+/g, " ").trim().replaceAll('"', "'")}"`;
}
