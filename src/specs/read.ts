import { visibleText } from "../markdown/blocks/line.ts";
import { type MarkdownDocument, readMarkdown } from "../markdown/document.ts";
import type { Heading } from "../markdown/headings.ts";
import type { Requirement, RequirementPart, Scenario, Spec, SpecSection, Step } from "./model.ts";
import { type Mark, outline } from "./outline.ts";
import { hasUsualSteps, readSteps, type StepList } from "./steps.ts";
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
  const tops = marks.filter(isTop);
  const sections = tops.map((mark, index) => readSection(document, mark, tops[index + 1], vocabulary));
  const title = tops.find((mark) => mark.kind === "title");
  const purpose = sections.findIndex((section) => section.kind === "purpose");
  return {
    title: title?.heading.text || undefined,
    titleLine: title?.heading.line ?? 1,
    purpose: readPurpose(document, tops[purpose]?.heading, tops[purpose + 1]?.heading),
    sections,
  };
}

function readSection(
  document: MarkdownDocument,
  mark: TopMark,
  next: TopMark | undefined,
  vocabulary: Vocabulary,
): SpecSection {
  const { heading, delta } = mark;
  const { level, line, contentLine, title } = heading;
  const endLine = (next?.heading.line ?? document.lineCount + 1) - 1;
  const kind = mark.kind === "title" ? "title" : (delta ?? sectionKind(heading.text, vocabulary));
  return { title, kind, level, line, contentLine, endLine };
}

type TopMark = Extract<Mark, { delta: unknown }>;

function isTop(mark: Mark): mark is TopMark {
  return mark.kind === "title" || mark.kind === "section";
}

function sectionKind(title: string, vocabulary: Vocabulary): "purpose" | "requirements" | "other" {
  const folded = title.trim().toLowerCase();
  if (vocabulary.purpose.has(folded)) return "purpose";
  return vocabulary.requirements.has(folded) ? "requirements" : "other";
}

/** The text of the Purpose section on one line. Code and comments in it are examples, not its purpose. */
function readPurpose(
  document: MarkdownDocument,
  heading: Heading | undefined,
  next: Heading | undefined,
): string {
  if (heading === undefined) return "";
  const text = document.text.slice(heading.contentOffset, next?.offset);
  // Where every line starts with a letter, all of it is text, and the lines need not be read as Markdown.
  const isText = document.comments.length === 0 && !/^[^A-Za-z\r\n]/m.test(text);
  const lines = isText ? text.split(/\r\n?|\n/) : proseBetween(document, heading, next);
  const trimmed = lines.map((line) => line.trim());
  return trimmed.filter((line) => line !== "").join(" ");
}

function proseBetween(document: MarkdownDocument, heading: Heading, next: Heading | undefined): string[] {
  const lines = document.linesBetween(heading.contentLine, (next?.line ?? document.lineCount + 1) - 1);
  const prose = lines.filter(({ kind, role }) => kind === "prose" && role !== "blank" && role !== "break");
  return prose.map((line) => visibleText(line));
}

type RequirementMark = Extract<Mark, { kind: "requirement" }>;
type ScenarioMark = Extract<Mark, { kind: "scenario" }>;

class RequirementReader {
  readonly #document: MarkdownDocument;
  readonly #sections: readonly SpecSection[];
  readonly #vocabulary: Vocabulary;

  constructor(document: MarkdownDocument, sections: readonly SpecSection[], vocabulary: Vocabulary) {
    this.#document = document;
    this.#sections = sections;
    this.#vocabulary = vocabulary;
  }

  read(marks: readonly Mark[]): Requirement[] {
    const requirements: Requirement[] = [];
    let section = -1;
    for (let at = 0; at < marks.length; at++) {
      const mark = marks[at];
      if (mark?.kind === "title" || mark?.kind === "section") section++;
      if (mark?.kind !== "requirement" && mark?.kind !== "scenario") continue;
      const end = blockEnd(marks, at);
      requirements.push(this.#readBlock(mark, marks.slice(at, end), marks[end], this.#sections[section]));
      at = end - 1;
    }
    return requirements;
  }

  /** A requirement heading with what is under it, or scenarios that no requirement holds. */
  #readBlock(
    first: RequirementMark | ScenarioMark,
    marks: readonly Mark[],
    next: Mark | undefined,
    section: SpecSection | undefined,
  ): Requirement {
    const { line, level } = first.heading;
    const scenarios: Scenario[] = [];
    const parts: RequirementPart[] = [];
    // From the last to the first, because each scenario ends where the next one starts.
    let following = next?.heading;
    for (let at = marks.length - 1; at >= 0; at--) {
      const mark = marks[at];
      if (mark?.kind === "scenario") {
        scenarios.push(new ReadScenario(this.#document, mark, this.#lineBefore(following), this.#vocabulary));
        following = mark.heading;
      } else if (mark?.kind === "inner" && mark.heading.level === level + 1)
        parts.push(this.#readPart(mark.heading));
    }
    const isHeaded = first.kind === "requirement";
    return {
      name: isHeaded ? first.name : this.#implicitName(),
      line,
      endLine: this.#lineBefore(next?.heading),
      section: section?.title ?? "",
      sectionKind: section?.kind ?? "other",
      place: placeIn(section),
      description: isHeaded ? this.#markdownBetween(first.heading, following) : "",
      scenarios: scenarios.reverse(),
      parts: isHeaded ? parts.reverse() : [],
      form: isHeaded ? first.form : "implicit",
    };
  }

  #lineBefore(heading: Heading | undefined): number {
    return (heading?.line ?? this.#document.lineCount + 1) - 1;
  }

  #implicitName(): string {
    const title = this.#sections.find((section) => section.kind === "title")?.title ?? "";
    return title.replace(/^feature\s*:\s*/i, "");
  }

  #readPart({ title, line, contentLine, ownEndLine }: Heading): RequirementPart {
    const lines = this.#document.linesBetween(contentLine, ownEndLine);
    return { name: title, line, isEmpty: lines.every((each) => each.text.trim() === "") };
  }

  /** The text under a heading and above the given next one, without comments. */
  #markdownBetween(heading: Heading, next: Heading | undefined): string {
    const { text, comments } = this.#document;
    if (comments.length === 0)
      return text.slice(heading.contentOffset, next?.offset).replace(/\r\n?/g, "\n").trim();
    const lines: string[] = [];
    for (const line of this.#document.linesBetween(heading.contentLine, this.#lineBefore(next))) {
      if (line.kind !== "comment") lines.push(line.kind === "prose" ? visibleText(line) : line.text);
    }
    return lines.join("\n").trim();
  }
}

/** A scenario whose steps are read when they are asked for: most readers of a spec want none of them. */
class ReadScenario implements Scenario {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly prefixed: boolean;
  readonly edit: Scenario["edit"];
  readonly #document: MarkdownDocument;
  readonly #heading: Heading;
  readonly #vocabulary: Vocabulary;
  #read: StepList | undefined;

  constructor(document: MarkdownDocument, mark: ScenarioMark, endLine: number, vocabulary: Vocabulary) {
    const { heading, name, prefixed, edit } = mark;
    const renaming = edit === "renamed" ? splitArrow(name) : undefined;
    this.name = renaming?.to ?? name;
    this.line = heading.line;
    this.endLine = endLine;
    this.prefixed = prefixed;
    this.edit =
      edit === "removed" ? { kind: "removed" } : renaming && { kind: "renamed", from: renaming.from };
    this.#document = document;
    this.#heading = heading;
    this.#vocabulary = vocabulary;
  }

  get steps(): readonly Step[] {
    return this.#stepList.steps;
  }

  get notes(): string {
    return this.#stepList.notes;
  }

  get isComplete(): boolean {
    if (hasUsualSteps(this.#document, this.#heading, this.#vocabulary)) return true;
    return this.steps.some(({ role }) => role === "when") && this.steps.some(({ role }) => role === "then");
  }

  get #stepList(): StepList {
    const { contentLine, ownEndLine } = this.#heading;
    this.#read ??= readSteps(this.#document.linesBetween(contentLine, ownEndLine), this.#vocabulary);
    return this.#read;
  }
}

function placeIn(section: SpecSection | undefined): Requirement["place"] {
  if (section?.kind === "requirements") return "requirements";
  return section !== undefined && isDelta(section) ? "delta" : "elsewhere";
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
