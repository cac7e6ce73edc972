import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import type { Heading } from "../../markdown/headings.ts";
import { ownLines, sectionLines } from "../../markdown/sections.ts";
import { openQuestions } from "../phase.ts";

/** What the later steps need to know of a spec.md. */
export interface SpecDocument {
  readonly title: string;
  readonly stories: readonly Story[];
  readonly requirements: readonly Numbered[];
  readonly criteria: readonly Numbered[];
  readonly entities: readonly Entity[];
  readonly questions: readonly string[];
  readonly document: MarkdownDocument;
}

export interface Story {
  readonly number: number;
  readonly title: string;
  /** `P1`, `P2`, …; `P3` where the heading does not say. */
  readonly priority: string;
  readonly independentTest: string;
  /** The acceptance scenarios, one line each, without their numbers. */
  readonly scenarios: readonly string[];
  readonly line: number;
}

export interface Numbered {
  /** `FR-001`, `SC-001`. */
  readonly id: string;
  readonly text: string;
  readonly line: number;
}

export interface Entity {
  readonly name: string;
  readonly text: string;
}

const storyTitle = /^User Story (\d+)\s*[-–—:]\s*(.*?)\s*(?:\(Priority:\s*(P\d+)\))?\s*$/i;
const numberedBullet = /^\s*[-*+]\s+\*\*((?:FR|SC)-\d{3,})\*\*\s*:?\s*(.*)$/;
const namedBullet = /^\s*[-*+]\s+\*\*([^*]+?)\s*:?\*\*\s*:?\s*(.*)$/;

/** Reads a spec as far as it goes; what is missing is missing, nothing is an error. */
export function readSpec(text: string): SpecDocument {
  const document = readMarkdown(text);
  const bullets = proseOf(document.lines).flatMap(({ text: line, number }) => {
    const [, id, rest] = numberedBullet.exec(line) ?? [];
    return id === undefined ? [] : [{ id, text: (rest ?? "").trim(), line: number }];
  });
  return {
    title: titleOf(document),
    stories: document.headings.flatMap((heading) => storyOf(document, heading)),
    requirements: bullets.filter(({ id }) => id.startsWith("FR-")),
    criteria: bullets.filter(({ id }) => id.startsWith("SC-")),
    entities: entitiesOf(document),
    questions: openQuestions(text),
    document,
  };
}

/** A heading by its name, whatever case, emphasis or `*(mandatory)*` it carries. */
export function findHeading(document: MarkdownDocument, name: string): Heading | undefined {
  return document.headings.find((heading) => sectionName(heading.text) === sectionName(name));
}

export function sectionName(title: string): string {
  return title
    .replace(/\*?\((?:mandatory|optional)[^)]*\)\*?/gi, "")
    .trim()
    .toLowerCase();
}

function titleOf(document: MarkdownDocument): string {
  const first = document.headings.find((heading) => heading.level === 1)?.text ?? "";
  return first.replace(/^Feature Specification:\s*/i, "").trim();
}

function storyOf(document: MarkdownDocument, heading: Heading): Story[] {
  const [, number, title = "", priority = "P3"] = storyTitle.exec(heading.text) ?? [];
  if (number === undefined) return [];
  const lines = proseOf(sectionLines(document, heading)).map((line) => line.text);
  const test = lines.find((line) => /^\*\*Independent Test\*\*/i.test(line.trim())) ?? "";
  return [
    {
      number: Number(number),
      title,
      priority: priority.toUpperCase(),
      independentTest: test.replace(/^\s*\*\*[^*]*\*\*\s*:?\s*/, "").trim(),
      scenarios: lines.flatMap((line) => /^\s*\d+[.)]\s+(.*Given.*When.*Then.*)$/i.exec(line)?.[1] ?? []),
      line: heading.line,
    },
  ];
}

function entitiesOf(document: MarkdownDocument): Entity[] {
  const heading = document.headings.find((each) => /^key entities\b/i.test(each.text));
  if (!heading) return [];
  return proseOf(ownLines(document, heading)).flatMap(({ text }) => {
    const [, name, rest = ""] = namedBullet.exec(text) ?? [];
    return name === undefined || name.startsWith("[") ? [] : [{ name, text: rest.trim() }];
  });
}

function proseOf(lines: MarkdownDocument["lines"]) {
  return lines.filter((line) => line.kind === "prose");
}
