import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import type { Heading } from "../../markdown/headings.ts";
import { ownLines, sectionLines } from "../../markdown/sections.ts";
import { openQuestions } from "../phase.ts";

/** The parts of a spec.md that later steps use. */
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
  /** `P1`, `P2`, …; `P3` if the heading has none. */
  readonly priority: string;
  readonly independentTest: string;
  /** The acceptance scenarios, one line each, without numbers. */
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

const storyTitle = /^User Story (\d+)\s*[-–—:](.*)$/is;
const storyPriority = /\(Priority:\s{0,20}(P\d+)\)$/i;
const numberedBullet = /^\s*[-*+]\s+\*\*((?:FR|SC)-\d{3,})\*\*\s*:?(.*)$/s;
const namedBullet = /^\s*[-*+]\s+\*\*([^*]+)\*\*\s*:?(.*)$/s;

/** Reads a spec. Missing parts are left empty; nothing is an error. */
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

/** Finds a heading by name, regardless of case and of a note such as `*(mandatory)*`. */
export function findHeading(document: MarkdownDocument, name: string): Heading | undefined {
  return document.headings.find((heading) => sectionName(heading.text) === sectionName(name));
}

export function sectionName(title: string): string {
  return title
    .replace(/\*?\((?:mandatory|optional)[^)]{0,200}\)\*?/gi, "")
    .trim()
    .toLowerCase();
}

function titleOf(document: MarkdownDocument): string {
  const first = document.headings.find((heading) => heading.level === 1)?.text ?? "";
  return first.replace(/^Feature Specification:\s*/i, "").trim();
}

function storyOf(document: MarkdownDocument, heading: Heading): Story[] {
  const [, number, rest = ""] = storyTitle.exec(heading.text) ?? [];
  if (number === undefined) return [];
  const [stated = "", priority = "P3"] = storyPriority.exec(rest.trimEnd()) ?? [];
  const title = rest
    .trimEnd()
    .slice(0, stated === "" ? undefined : -stated.length)
    .trim();
  const lines = proseOf(sectionLines(document, heading)).map((line) => line.text);
  const test = lines.find((line) => /^\*\*Independent Test\*\*/i.test(line.trim())) ?? "";
  return [
    {
      number: Number(number),
      title,
      priority: priority.toUpperCase(),
      independentTest: test.replace(/^\s*\*\*[^*]*\*\*\s*:?\s*/, "").trim(),
      scenarios: lines.flatMap((line) => scenarioIn(line) ?? []),
      line: heading.line,
    },
  ];
}

/** The text of a numbered item that has Given, When and Then, in this order. */
function scenarioIn(line: string): string | undefined {
  const text = /^\s*\d+[.)]\s+(.*)$/s.exec(line)?.[1];
  if (text === undefined) return undefined;
  const lower = text.toLowerCase();
  const given = lower.indexOf("given");
  const when = given < 0 ? -1 : lower.indexOf("when", given + "given".length);
  return when >= 0 && lower.includes("then", when + "when".length) ? text : undefined;
}

/** The parts of `**Given** X, **When** Y, **Then** Z`, keywords in any case, with or without emphasis. */
export function scenarioParts(
  scenario: string,
): { given: string; when: string; outcome: string } | undefined {
  const text = scenario.replaceAll("**", "");
  const lower = text.toLowerCase();
  const when = lower.indexOf(", when ");
  const then = lower.lastIndexOf(", then ");
  if (!lower.startsWith("given ") || when < "given ".length || then < when + ", when ".length)
    return undefined;
  return {
    given: text.slice("given ".length, when),
    when: text.slice(when + ", when ".length, then),
    outcome: text.slice(then + ", then ".length),
  };
}

function entitiesOf(document: MarkdownDocument): Entity[] {
  const heading = document.headings.find((each) => /^key entities\b/i.test(each.text));
  if (!heading) return [];
  return proseOf(ownLines(document, heading)).flatMap(({ text }) => {
    const [, bold, rest = ""] = namedBullet.exec(text) ?? [];
    const name = bold?.trim().replace(/:$/, "").trimEnd();
    return name === undefined || name.startsWith("[") ? [] : [{ name, text: rest.trim() }];
  });
}

function proseOf(lines: MarkdownDocument["lines"]) {
  return lines.filter((line) => line.kind === "prose");
}
