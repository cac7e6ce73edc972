import { linesBetween, type MarkdownDocument } from "../markdown/document.ts";
import type { Findings } from "./findings.ts";

/**
 * A fence or comment that nobody closes takes the rest of the file with it, and the requirements in there would
 * vanish without a word. One that hides no heading does no harm.
 */
export function checkUnclosed(document: MarkdownDocument, findings: Findings): void {
  for (const { line, endLine, fence, closed } of document.fences) {
    if (!closed) tellHidden(document, { line, endLine, what: "code fence", close: fence }, findings);
  }
  for (const { line, endLine, closed } of document.comments) {
    if (!closed) tellHidden(document, { line, endLine, what: "comment", close: "-->" }, findings);
  }
}

interface OpenBlock {
  readonly line: number;
  readonly endLine: number;
  readonly what: "code fence" | "comment";
  readonly close: string;
}

function tellHidden(document: MarkdownDocument, block: OpenBlock, findings: Findings): void {
  const hidden = linesBetween(document, block.line + 1, block.endLine).find(({ text }) =>
    /^ {0,3}#{2,6}[ \t]/.test(text),
  );
  if (hidden === undefined) return;
  const message = `The ${block.what} that opens on line ${block.line} is never closed, so that \`${hidden.text.trim()}\` on line ${hidden.number} is part of it.`;
  const fix = `Put a line with ${block.close} where it ends.`;
  findings.error({ rule: "block-unclosed", section: "", line: block.line, message, fix });
}
