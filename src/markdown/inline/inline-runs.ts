import { type Line, maskedText } from "../blocks/line.ts";
import type { MarkdownDocument } from "../document.ts";

/** Text that is read as one piece of inline Markdown: a paragraph, a heading or a row of a table. */
export interface InlineRun {
  /** The lines from their content on, joined with LF, comments blanked out. */
  readonly text: string;
  /** Whether it may start with link definitions. */
  readonly paragraph: boolean;
  readonly parts: readonly RunPart[];
}

interface RunPart {
  /** Where this line starts in the run's text. */
  readonly start: number;
  readonly line: Line;
}

export interface Position {
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** In the whole text. */
  readonly offset: number;
}

/** All runs of a document in order; code, comments and front matter are in none. */
export function* inlineRuns(document: MarkdownDocument): Generator<InlineRun> {
  let open: Line[] = [];
  for (const line of document.lines) {
    if (line.kind === "comment") continue;
    if (line.kind === "prose" && line.role === "continuation") {
      open.push(line);
      continue;
    }
    if (open.length > 0) yield runOf(open, true);
    open = line.kind === "prose" && line.role === "text" ? [line] : [];
    if (line.kind === "prose" && (line.role === "heading" || line.role === "table"))
      yield runOf([line], false);
  }
  if (open.length > 0) yield runOf(open, true);
}

/** The position in the file of an offset in the run. */
export function positionIn(run: InlineRun, index: number): Position {
  let low = 0;
  let high = run.parts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((run.parts[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const part = run.parts[low];
  if (part === undefined) return { line: 1, column: 1, offset: 0 };
  const inLine = Math.min(part.line.content + index - part.start, part.line.text.length);
  return { line: part.line.number, column: inLine + 1, offset: part.line.offset + inLine };
}

function runOf(lines: readonly Line[], paragraph: boolean): InlineRun {
  const parts: RunPart[] = [];
  const texts: string[] = [];
  let start = 0;
  for (const line of lines) {
    const text = maskedText(line).slice(line.content);
    parts.push({ start, line });
    texts.push(text);
    start += text.length + 1;
  }
  return { text: texts.join("\n"), paragraph, parts };
}
