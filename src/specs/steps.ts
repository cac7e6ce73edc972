import { type Line, visibleText } from "../markdown/blocks/line.ts";
import type { MarkdownDocument } from "../markdown/document.ts";
import type { Heading } from "../markdown/headings.ts";
import type { Step } from "./model.ts";
import { defaultVocabulary, isSpaceless, type StepWord, type Vocabulary } from "./vocabulary.ts";

export interface StepList {
  readonly steps: readonly Step[];
  readonly notes: string;
}

/**
 * The steps among the lines of a scenario. Bullets and emphasis of every kind are read alike, and so are the
 * lines of a `gherkin` fence; wrapped lines and nested items stay with the step above them; what belongs to no
 * step is `notes`.
 */
export function readSteps(lines: readonly Line[], vocabulary: Vocabulary = defaultVocabulary): StepList {
  const reader = new StepReader(vocabulary);
  for (const line of lines) reader.read(line);
  return reader.finish();
}

/**
 * Whether a scenario has a WHEN and a THEN in their usual form: bullets at the left margin that start with the bold word.
 * Cheap, and never wrong when it says yes: below a heading, only a fence, a tag or a comment can hide such a bullet.
 */
export function hasUsualSteps(document: MarkdownDocument, heading: Heading, { steps }: Vocabulary): boolean {
  // From the end of the heading's line on, so that every line has its newline before it.
  const text = document.text.slice(heading.contentOffset - 1, heading.ownEndOffset);
  const end = /```|~~~|</.test(text) ? text.search(/<!--|^[ \t]*(?:```|~~~|<)/m) : -1;
  const visible = end < 0 ? text : text.slice(0, end);
  if (!visible.includes("\n- **WHEN** ") || !visible.includes("\n- **THEN** ")) return false;
  return steps.get("WHEN") === "when" && steps.get("THEN") === "then";
}

const gherkinFence = /^(?:`{3,}|~{3,})\s*(?:gherkin|cucumber|feature)\b/i;

type DraftStep = { -readonly [Key in keyof Step]: Step[Key] };

class StepReader {
  private readonly vocabulary: Vocabulary;
  private readonly steps: DraftStep[] = [];
  private readonly notes = new TextPieces();
  /** The step that the next lines may add to. */
  private current: DraftStep | undefined;
  /** Column of its bullet; undefined when it has none. */
  private column: number | undefined;
  /** Its text so far. */
  private readonly text = new TextPieces();
  /** What AND and BUT continue. */
  private role: Step["role"] = "given";
  /** Whether a blank line separates the last text from this line. */
  private gap = false;
  /** Inside a fence that says its lines are steps. */
  private isGherkin = false;

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  read(line: Line): void {
    if (line.role === "blank") this.gap = true;
    else if (line.kind === "fenced-code" && this.readGherkin(line)) this.gap = false;
    else if (line.kind === "prose") this.readProse(line);
    else if (line.kind !== "comment") this.readVerbatim(line);
    if (line.role !== "blank") this.gap = false;
  }

  finish(): StepList {
    this.close();
    return { steps: this.steps, notes: this.notes.toString() };
  }

  private open({ keyword, word, rest }: Keyword, line: number, column: number | undefined): void {
    this.close();
    if (word !== "and" && word !== "but") this.role = word;
    this.current = { keyword, word, role: this.role, line, text: "" };
    this.column = column;
    this.text.restart(rest);
    this.steps.push(this.current);
  }

  private close(): void {
    if (this.current !== undefined) this.current.text = this.text.toString();
    this.current = undefined;
    this.column = undefined;
  }

  private readProse(line: Line): void {
    const text = visibleText(line, line.content).trim();
    if (line.role === "break") return;
    const item = line.items[line.items.length - 1];
    const step = readKeyword(text, this.vocabulary);
    if (step !== undefined && this.opensStep(line, item?.column, step)) {
      this.open(step, line.number, item?.column);
    } else if (item !== undefined) this.readItem(item.marker, item.column, text);
    else if (line.role === "table") this.target(line).verbatim(text);
    else if (this.gap) this.target(line).line(text);
    else this.target(line).wrap(text);
  }

  /**
   * Emphasis always makes a keyword of the word. Without it a bullet may start with `WHEN`, `When` or `when`,
   * a nested bullet or a line of its own only with the first two, and a wrapped line with none: there the
   * word is part of a sentence.
   */
  private opensStep(line: Line, column: number | undefined, step: Keyword): boolean {
    if (step.emphasised) return true;
    if (column !== undefined) {
      const nested = this.column !== undefined && column > this.column + 1;
      return step.style === "upper" || (!nested && step.keyword.length > 1);
    }
    const wraps = line.role === "continuation" && this.column !== undefined;
    return !wraps && step.style !== "lower" && !isSpaceless(step.keyword);
  }

  private readItem(marker: string, column: number, text: string): void {
    if (this.current === undefined) return this.notes.line(`${marker} ${text}`);
    const depth = Math.max(0, column - (this.column ?? 0) - 2);
    this.text.line(`${" ".repeat(depth)}${marker} ${text}`);
  }

  /** A fence marked `gherkin` holds steps, one on each line; whether this line is of one. */
  private readGherkin(line: Line): boolean {
    if (line.role === "open") this.isGherkin = gherkinFence.test(line.text.slice(line.content));
    if (!this.isGherkin) return false;
    if (line.role === "close") this.isGherkin = false;
    if (line.role !== "body") return true;
    const text = line.text.trim();
    const step = readKeyword(text, this.vocabulary);
    if (step === undefined || step.style === "lower") {
      if (text !== "") this.target(line).line(text);
      return true;
    }
    this.open(step, line.number, undefined);
    return true;
  }

  /** Code and tables keep their lines; the indentation of the step that holds them goes. */
  private readVerbatim(line: Line): void {
    const indent = this.column === undefined ? 0 : this.column + 2;
    const cut = Math.min(indent, line.text.length - line.text.trimStart().length);
    const target = this.target(line);
    if (this.gap) target.verbatim("");
    target.verbatim(line.text.slice(cut));
  }

  /** After a blank line only what is indented under a bullet still belongs to its step. */
  private target(line: Line): TextPieces {
    if (this.current === undefined) return this.notes;
    const indent = line.text.length - line.text.trimStart().length;
    const belongs = !this.gap || (this.column !== undefined && indent > this.column);
    if (belongs) return this.text;
    this.close();
    return this.notes;
  }
}

interface Keyword {
  readonly keyword: string;
  readonly word: StepWord;
  readonly rest: string;
  readonly emphasised: boolean;
  readonly style: "upper" | "title" | "lower";
}

/**
 * The keyword that a text starts with, whatever its bullet and emphasis were. Called for every line of every
 * scenario, so it looks at the first word alone before anything else.
 */
export function readKeyword(text: string, vocabulary: Vocabulary = defaultVocabulary): Keyword | undefined {
  const start = emphasisEnd(text);
  const found = keywordAt(text, start, vocabulary);
  if (found === undefined) return undefined;
  const { written, keyword, word } = found;
  const emphasised = start > 0;
  // Behind a colon, the closing emphasis and another colon, in the order that they come.
  const behind = skipColons(text, start + written.length);
  const isClosed = emphasised && repeatsStart(text, start, behind);
  const from = isClosed ? skipColons(text, behind + start) : behind;
  // `**WHEN the user asks**`: the emphasis is around the whole clause.
  const last = text.length - start;
  const isWrapped = emphasised && !isClosed && last >= from && repeatsStart(text, start, last);
  const rest = text.slice(from, isWrapped ? last : text.length);
  return { keyword, word, rest, emphasised, style: styleOf(written, keyword) };
}

/** Whether the first `length` characters of a text occur at `index` again. */
function repeatsStart(text: string, length: number, index: number): boolean {
  for (let at = 0; at < length; at++) {
    if (text.charCodeAt(index + at) !== text.charCodeAt(at)) return false;
  }
  return true;
}

/** Up to three asterisks or underscores, or one backtick. */
function emphasisEnd(text: string): number {
  const mark = text[0];
  if (mark === "`") return 1;
  if (mark !== "*" && mark !== "_") return 0;
  let end = 1;
  while (end < 3 && text[end] === mark) end++;
  return end;
}

type KnownWord = Pick<Keyword, "keyword" | "word"> & { readonly written: string };

/** The first word; if it is unknown, the longest keyword of several words or without spaces. */
function keywordAt(text: string, start: number, vocabulary: Vocabulary): KnownWord | undefined {
  let end = start;
  while (isLetter(text.charCodeAt(end))) end++;
  const first = end > start ? knownWord(text.slice(start, end), vocabulary) : undefined;
  if (first !== undefined && isWhole(text, end)) return first;
  if (!vocabulary.oddInitials.has(text.charCodeAt(start))) return undefined;
  const odd = vocabulary.oddKeywords.find(
    (keyword) => text.startsWith(keyword, start) && endsThere(text, start, keyword),
  );
  return odd === undefined ? undefined : knownWord(odd, vocabulary);
}

/** Most keywords are written in upper case, and need not be made so. */
function knownWord(written: string, { steps }: Vocabulary): KnownWord | undefined {
  const word = steps.get(written);
  if (word !== undefined) return { written, keyword: written, word };
  const keyword = written.toUpperCase();
  const folded = steps.get(keyword);
  return folded && { written, keyword, word: folded };
}

/** Whether a word that ends here is one: not the start of a longer one, nor of `when-ever` or `given's`. */
function isWhole(text: string, end: number): boolean {
  const next = text[end];
  if (next === undefined || next === " " || next === "*" || next === ":") return true;
  return !/^(?:['’-]|[\p{L}\p{N}]|_\p{L})/u.test(text.slice(end, end + 3));
}

function endsThere(text: string, start: number, keyword: string): boolean {
  const next = text.slice(start + keyword.length, start + keyword.length + 1);
  return isSpaceless(keyword) || !/[\p{L}\p{N}]/u.test(next);
}

/** ASCII and everything above it that is not Latin-1 punctuation or space. */
function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || (code >= 0xc0 && code < 0x2000);
}

/** After spaces and colons, in any order. */
function skipColons(text: string, from: number): number {
  for (let end = from; ; end++) {
    const code = text.charCodeAt(end);
    if (code !== 0x20 && code !== 0x09 && code !== 0x3a && code !== 0xff1a) return end;
  }
}

function styleOf(written: string, keyword: string): Keyword["style"] {
  if (written === keyword) return "upper";
  return written[0] === written[0]?.toUpperCase() ? "title" : "lower";
}

/** Text that grows by wrapped words or by whole lines. */
class TextPieces {
  private text = "";
  /** Nothing may be joined to the last line: it is code or a table, or there is none. */
  private closed = true;

  restart(text: string): void {
    this.text = text;
    this.closed = text === "";
  }

  wrap(text: string): void {
    if (text === "") return;
    if (this.closed) this.line(text);
    else this.text += ` ${text}`;
  }

  line(text: string): void {
    this.text += this.text === "" ? text : `\n${text}`;
    this.closed = false;
  }

  verbatim(text: string): void {
    this.line(text);
    this.closed = true;
  }

  toString(): string {
    return this.text.trim();
  }
}
