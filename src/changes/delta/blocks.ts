import type { MarkdownDocument } from "../../markdown/document.ts";
import type { Requirement, Scenario } from "../../specs/model.ts";

/** A requirement as text, cut at its scenarios and other parts. The pieces joined are the block, byte for byte. */
export interface Block {
  /** The heading and the text above the first piece. */
  readonly lead: string;
  readonly pieces: readonly Piece[];
}

/** A scenario, or another part such as `#### Rationale`. */
export interface Piece {
  readonly name: string;
  readonly text: string;
  readonly isScenario: boolean;
  readonly edit?: Scenario["edit"];
}

export function blockOf(document: MarkdownDocument, requirement: Requirement): Block {
  const { line, endLine, scenarios, parts } = requirement;
  const starts = [
    ...scenarios.map((scenario) => ({ ...scenario, isScenario: true })),
    ...parts.map((part) => ({ ...part, edit: undefined, isScenario: false })),
  ].sort((a, b) => a.line - b.line);
  const lineBefore = (index: number) => (starts[index]?.line ?? endLine + 1) - 1;
  return {
    lead: sliceLines(document, line, lineBefore(0)),
    pieces: starts.map(({ name, isScenario, edit, line: first }, index) => ({
      name,
      isScenario,
      text: sliceLines(document, first, lineBefore(index + 1)),
      edit,
    })),
  };
}

export function blockText(block: Block): string {
  return block.lead + block.pieces.map((piece) => piece.text).join("");
}

/** The text of some lines, endings included; 1-based, both ends included. */
export function sliceLines(document: MarkdownDocument, from: number, to: number): string {
  const start = document.lines[from - 1]?.offset ?? document.text.length;
  const end = document.lines[to]?.offset ?? document.text.length;
  return document.text.slice(start, Math.max(start, end));
}

/** The same for texts that differ only in line endings, trailing spaces and runs of empty lines. */
export function normalForm(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const kept = lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
  return kept.join("\n").trim();
}

/** The text up to the end of its last line that is not blank; the spaces of a hard break stay. */
export function trimEnd(text: string): string {
  return text.slice(0, text.length - tailOf(text).length);
}

/** The line ending and empty lines at the end, which stay where they are when the text above them changes. */
export function tailOf(text: string): string {
  let start = text.length;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at];
    if (char === "\n" || char === "\r") start = at;
    else if (char !== " " && char !== "\t") break;
  }
  return text.slice(start);
}

export function withEnding(text: string, ending: string): string {
  return text.replace(/\r\n?|\n/g, ending);
}

/** Puts blocks at the end of a text, each after an empty line; what is blank at the end of the text stays last. */
export function appendBlocks(text: string, blocks: readonly string[], ending: string): string {
  if (blocks.length === 0) return text;
  const head = trimEnd(text);
  const pieces = blocks.map((block) => withEnding(trimEnd(block), ending));
  return [...(head === "" ? [] : [head]), ...pieces].join(ending + ending) + tailOf(text);
}
