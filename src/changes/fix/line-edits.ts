import { commonEnding } from "../../markdown/blocks/lines.ts";
import type { MarkdownDocument } from "../../markdown/document.ts";
import { withEnding } from "../delta/blocks.ts";

/** A change of one line, lines to put after one (0 is before the first), or lines to take away, both ends included. */
export type LineEdit =
  | { readonly kind: "replace"; readonly line: number; readonly text: string }
  | { readonly kind: "remove"; readonly from: number; readonly to: number }
  | { readonly kind: "insert"; readonly after: number; readonly text: string };

/** The text with the edits. All other bytes stay, and new lines get the ending that the text has. */
export function applyEdits(document: MarkdownDocument, edits: readonly LineEdit[]): string {
  const { text, lines } = document;
  const ending = commonEnding(text);
  const pieces: { at: number; end: number; text: string }[] = edits.map((edit) => {
    if (edit.kind === "remove")
      return {
        at: lines[edit.from - 1]?.offset ?? text.length,
        end: lines[edit.to]?.offset ?? text.length,
        text: "",
      };
    const line = lines[(edit.kind === "replace" ? edit.line : edit.after) - 1];
    const start = line?.offset ?? document.bom.length;
    const end = start + (line?.text.length ?? 0);
    if (edit.kind === "replace") return { at: start, end, text: edit.text };
    const block = withEnding(edit.text, ending);
    return line === undefined
      ? { at: start, end: start, text: `${block}${ending}` }
      : { at: end, end, text: `${ending}${block}` };
  });
  // Edits at one place stay in the order in which they were given.
  const sorted = pieces.map((piece, nth) => ({ ...piece, nth })).sort((a, b) => a.at - b.at || a.nth - b.nth);
  let result = "";
  let position = 0;
  for (const piece of sorted) {
    result += text.slice(position, piece.at) + piece.text;
    position = piece.end;
  }
  return result + text.slice(position);
}

/** The last line up to `end` that is not blank. */
export function lastTextLine(document: MarkdownDocument, end: number): number {
  for (let line = end; line > 0; line--)
    if ((document.lines[line - 1]?.text.trim() ?? "") !== "") return line;
  return 0;
}

/** Takes lines away, and puts them behind another line. */
export function moveLines(document: MarkdownDocument, from: number, to: number, after: number): LineEdit[] {
  return [
    { kind: "remove", from, to },
    { kind: "insert", after, text: `\n${textOf(document, from, to)}` },
  ];
}

/** Lines without the blank ones around them. */
export function textOf(document: MarkdownDocument, from: number, to: number): string {
  const lines = document.linesBetween(from, to).map(({ text }) => text);
  return lines.join("\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "");
}
