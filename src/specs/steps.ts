import { type Line, visibleText } from "../markdown/line.ts";
import type { Step } from "./model.ts";
import { defaultVocabulary, isSpaceless, type StepWord, type Vocabulary } from "./vocabulary.ts";

export interface StepList {
  readonly steps: readonly Step[];
  readonly notes: string;
}

/**
 * The steps among the lines of a scenario. Bullets and emphasis of every kind are read alike; wrapped lines
 * and nested items stay with the step above them; what belongs to no step is `notes`.
 */
export function readSteps(lines: readonly Line[], vocabulary: Vocabulary = defaultVocabulary): StepList {
  const reader = new StepReader(vocabulary);
  for (const line of lines) reader.read(line);
  return reader.finish();
}

interface OpenStep {
  readonly keyword: string;
  readonly word: StepWord;
  readonly line: number;
  readonly text: TextPieces;
  /** Column of its bullet; undefined when it has none. */
  readonly column: number | undefined;
}

class StepReader {
  private readonly vocabulary: Vocabulary;
  private readonly done: OpenStep[] = [];
  private readonly notes = new TextPieces();
  private current: OpenStep | undefined;
  /** Whether a blank line stands between the last text and this line. */
  private gap = false;

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  read(line: Line): void {
    if (line.role === "blank") this.gap = true;
    else if (line.kind === "prose") this.readProse(line);
    else if (line.kind !== "comment") this.readVerbatim(line);
    if (line.role !== "blank") this.gap = false;
  }

  finish(): StepList {
    let role: Step["role"] = "given";
    const steps = this.done.map(({ keyword, word, line, text }): Step => {
      if (word !== "and" && word !== "but") role = word;
      return { keyword, word, role, line, text: text.toString() };
    });
    return { steps, notes: this.notes.toString() };
  }

  private readProse(line: Line): void {
    const text = visibleText(line, line.content).trim();
    if (line.role === "break") return;
    const item = line.items.at(-1);
    const step = readKeyword(text, this.vocabulary);
    if (step !== undefined && this.opensStep(line, item?.column, step)) {
      const pieces = new TextPieces();
      pieces.wrap(step.rest);
      this.current = { ...step, line: line.number, text: pieces, column: item?.column };
      this.done.push(this.current);
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
      const nested = this.current?.column !== undefined && column > this.current.column + 1;
      return step.style === "upper" || (!nested && step.keyword.length > 1);
    }
    const wraps = line.role === "continuation" && this.current?.column !== undefined;
    return !wraps && step.style !== "lower" && !isSpaceless(step.keyword);
  }

  private readItem(marker: string, column: number, text: string): void {
    const { current } = this;
    if (current === undefined) return this.notes.line(`${marker} ${text}`);
    const depth = Math.max(0, column - (current.column ?? 0) - 2);
    current.text.line(`${" ".repeat(depth)}${marker} ${text}`);
  }

  /** Code and tables keep their lines; the indentation of the step that holds them goes. */
  private readVerbatim(line: Line): void {
    const column = this.current?.column;
    const indent = column === undefined ? 0 : column + 2;
    const cut = Math.min(indent, line.text.length - line.text.trimStart().length);
    const target = this.target(line);
    if (this.gap) target.verbatim("");
    target.verbatim(line.text.slice(cut));
  }

  /** After a blank line only what is indented under a bullet still belongs to its step. */
  private target(line: Line): TextPieces {
    const { current } = this;
    if (current === undefined) return this.notes;
    const indent = line.text.length - line.text.trimStart().length;
    const belongs = !this.gap || (current.column !== undefined && indent > current.column);
    if (belongs) return current.text;
    this.current = undefined;
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

/** The keyword that a text starts with, whatever its bullet and emphasis were. */
export function readKeyword(text: string, vocabulary: Vocabulary = defaultVocabulary): Keyword | undefined {
  const match = vocabulary.stepPattern.exec(text);
  if (match === null) return undefined;
  const [whole, opening = "", written = ""] = match;
  const closed = match[4] !== undefined && match[4] !== "";
  const keyword = written.toUpperCase().replace(/\s+/g, " ");
  const word = vocabulary.steps.get(keyword);
  if (word === undefined) return undefined;
  const rest = text.slice(whole.length);
  // `**WHEN the user asks**`: the emphasis is around the whole clause.
  const unwrapped =
    opening !== "" && !closed && rest.endsWith(opening) ? rest.slice(0, -opening.length) : rest;
  return { keyword, word, rest: unwrapped, emphasised: opening !== "", style: styleOf(written) };
}

function styleOf(written: string): Keyword["style"] {
  if (written === written.toUpperCase()) return "upper";
  return written[0] === written[0]?.toUpperCase() ? "title" : "lower";
}

/** Text that grows by wrapped words or by whole lines. */
class TextPieces {
  private readonly lines: string[] = [];
  /** Nothing may be joined to the last line: it is code or a table. */
  private closed = true;

  wrap(text: string): void {
    if (text === "") return;
    if (this.closed) return this.line(text);
    this.lines.push(`${this.lines.pop() ?? ""} ${text}`);
  }

  line(text: string): void {
    this.lines.push(text);
    this.closed = false;
  }

  verbatim(text: string): void {
    this.lines.push(text);
    this.closed = true;
  }

  toString(): string {
    return this.lines.join("\n").trim();
  }
}
