import type { Line } from "../markdown/blocks/line.ts";
import { visibleText } from "../markdown/blocks/line.ts";
import { linesBetween, type MarkdownDocument, readMarkdown } from "../markdown/document.ts";
import type { Requirement, RequirementPart, Scenario, Spec, SpecSection } from "./model.ts";
import { type Mark, outline } from "./outline.ts";
import { readSteps } from "./steps.ts";
import { defaultVocabulary, type Vocabulary } from "./vocabulary.ts";

/**
 * Reads a spec, or the delta of one. Any text gives a result; `renderMarkdown(spec.document)` is the text.
 *
 * @example readSpec("# auth\n\n## Purpose\n\nWho may come in.\n").purpose // "Who may come in."
 */
export function readSpec(text: string, vocabulary: Vocabulary = defaultVocabulary): Spec {
  return readSpecDocument(readMarkdown(text), vocabulary);
}

export function readSpecDocument(document: MarkdownDocument, vocabulary: Vocabulary): Spec {
  const marks = outline(document, vocabulary);
  const { title, titleLine, purpose, sections } = headingsOf(document, marks, vocabulary);
  const requirements = new RequirementReader(document, sections, vocabulary).read(marks);
  return { title, titleLine, purpose, sections, requirements, document };
}

/** All of a spec but its requirements. */
export function readSpecHeadings(document: MarkdownDocument, vocabulary: Vocabulary): SpecHeadings {
  return headingsOf(document, outline(document, vocabulary), vocabulary);
}

type SpecHeadings = Pick<Spec, "title" | "titleLine" | "purpose" | "sections">;

function headingsOf(
  document: MarkdownDocument,
  marks: readonly Mark[],
  vocabulary: Vocabulary,
): SpecHeadings {
  const sections = readSections(document, marks, vocabulary);
  const title = marks.find((mark) => mark.kind === "title");
  return {
    title: title?.heading.text || undefined,
    titleLine: title?.heading.line ?? 1,
    purpose: purposeOf(document, sections),
    sections,
  };
}

function readSections(
  document: MarkdownDocument,
  marks: readonly Mark[],
  vocabulary: Vocabulary,
): SpecSection[] {
  const tops = marks.flatMap((mark) => (mark.kind === "title" || mark.kind === "section" ? [mark] : []));
  return tops.map((mark, index) => {
    const { heading, delta } = mark;
    const { level, line, contentLine, title } = heading;
    const endLine = (tops[index + 1]?.heading.line ?? document.lines.length + 1) - 1;
    const kind = mark.kind === "title" ? "title" : (delta ?? sectionKind(heading.text, vocabulary));
    return { title, kind, level, line, contentLine, endLine };
  });
}

function sectionKind(title: string, vocabulary: Vocabulary): "purpose" | "requirements" | "other" {
  const folded = title.trim().toLowerCase();
  if (vocabulary.purpose.has(folded)) return "purpose";
  return vocabulary.requirements.has(folded) ? "requirements" : "other";
}

/** The text of the Purpose section on one line. Code and comments in it are examples, not its purpose. */
function purposeOf(document: MarkdownDocument, sections: readonly SpecSection[]): string {
  const section = sections.find((candidate) => candidate.kind === "purpose");
  if (section === undefined) return "";
  const words: string[] = [];
  for (const line of linesBetween(document, section.contentLine, section.endLine)) {
    if (line.kind !== "prose" || line.role === "blank" || line.role === "break") continue;
    const text = visibleText(line).trim();
    if (text !== "") words.push(text);
  }
  return words.join(" ");
}

class RequirementReader {
  private readonly document: MarkdownDocument;
  private readonly sections: readonly SpecSection[];
  private readonly vocabulary: Vocabulary;

  constructor(document: MarkdownDocument, sections: readonly SpecSection[], vocabulary: Vocabulary) {
    this.document = document;
    this.sections = sections;
    this.vocabulary = vocabulary;
  }

  read(marks: readonly Mark[]): Requirement[] {
    const found: Requirement[] = [];
    let section = -1;
    for (let at = 0; at < marks.length; at++) {
      const mark = marks[at];
      if (mark?.kind === "title" || mark?.kind === "section") section++;
      if (mark?.kind !== "requirement" && mark?.kind !== "scenario") continue;
      const end = blockEnd(marks, at);
      found.push(this.readBlock(marks.slice(at, end), this.lineBefore(marks[end]), this.sections[section]));
      at = end - 1;
    }
    return found;
  }

  /** A requirement heading with what is under it, or scenarios that no requirement holds. */
  private readBlock(marks: readonly Mark[], endLine: number, section: SpecSection | undefined): Requirement {
    const first = marks[0];
    const line = first?.heading.line ?? 1;
    const inDelta = section !== undefined && isDelta(section);
    const place = inDelta ? "delta" : section?.kind === "requirements" ? "requirements" : "elsewhere";
    const scenarios = this.readScenarios(marks, endLine);
    const parts = this.readParts(marks);
    const { name, form, description } =
      first?.kind === "requirement" ? this.headed(first, marks, endLine) : this.implicit();
    return {
      name,
      line,
      endLine,
      section: section?.title ?? "",
      sectionKind: section?.kind ?? "other",
      place,
      description,
      scenarios,
      parts,
      form,
    };
  }

  private headed(
    { heading, name, form }: Extract<Mark, { kind: "requirement" }>,
    marks: readonly Mark[],
    endLine: number,
  ): Pick<Requirement, "name" | "form" | "description"> {
    const firstScenario = marks.find((mark) => mark.kind === "scenario");
    const bodyEnd = firstScenario === undefined ? endLine : firstScenario.heading.line - 1;
    return { name, form, description: this.markdown(heading.contentLine, bodyEnd) };
  }

  private implicit(): Pick<Requirement, "name" | "form" | "description"> {
    const title = this.sections.find((section) => section.kind === "title")?.title ?? "";
    return { name: title.replace(/^feature\s*:\s*/i, ""), form: "implicit", description: "" };
  }

  private readParts(marks: readonly Mark[]): RequirementPart[] {
    const first = marks[0];
    if (first?.kind !== "requirement") return [];
    const level = first.heading.level + 1;
    const own = marks.filter((mark) => mark.kind === "inner" && mark.heading.level === level);
    return own.map(({ heading: { title, line, contentLine, ownEndLine } }) => {
      const isEmpty = this.lines(contentLine, ownEndLine).every((each) => each.text.trim() === "");
      return { name: title, line, isEmpty };
    });
  }

  private readScenarios(marks: readonly Mark[], blockEndLine: number): Scenario[] {
    const own = marks.filter((mark) => mark.kind === "scenario");
    return own.map(({ heading, name, prefixed, edit }, index) => {
      const endLine = (own[index + 1]?.heading.line ?? blockEndLine + 1) - 1;
      const { steps, notes } = readSteps(
        this.lines(heading.contentLine, heading.ownEndLine),
        this.vocabulary,
      );
      const plain = { name, prefixed, line: heading.line, endLine, steps, notes };
      if (edit === "removed") return { ...plain, edit: { kind: "removed" } };
      const renaming = edit === "renamed" ? splitArrow(name) : undefined;
      return renaming
        ? { ...plain, name: renaming.to, edit: { kind: "renamed", from: renaming.from } }
        : plain;
    });
  }

  private markdown(from: number, to: number): string {
    const visible = this.lines(from, to).filter((line) => line.kind !== "comment");
    return visible
      .map((line) => (line.kind === "prose" ? visibleText(line) : line.text))
      .join("\n")
      .trim();
  }

  private lines(from: number, to: number): readonly Line[] {
    return linesBetween(this.document, from, to);
  }

  private lineBefore(mark: Mark | undefined): number {
    return (mark?.heading.line ?? this.document.lines.length + 1) - 1;
  }
}

/** Index of the mark that ends the block starting at `at`. Scenarios without a requirement form one block. */
function blockEnd(marks: readonly Mark[], at: number): number {
  let end = at + 1;
  while (marks[end]?.kind === "scenario" || marks[end]?.kind === "inner") end++;
  return end;
}

/** `Old → New` or `Old -> New`; undefined without an arrow or with nothing on one side of it. */
export function splitArrow(text: string): { from: string; to: string } | undefined {
  const arrow = /\s{1,20}(?:→|->|=>|⇒)\s{1,20}/.exec(text);
  if (arrow === null) return undefined;
  return { from: text.slice(0, arrow.index).trim(), to: text.slice(arrow.index + arrow[0].length).trim() };
}

export function isDelta(section: SpecSection): boolean {
  return ["added", "modified", "removed", "renamed"].includes(section.kind);
}
