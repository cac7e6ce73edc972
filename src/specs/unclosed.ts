import type { Problem } from "../kernel/finding.ts";
import type { OpenBlock } from "../markdown/blocks/blocks.ts";
import type { MarkdownDocument } from "../markdown/document.ts";
import type { Findings } from "./findings.ts";

/**
 * A fence, comment or HTML block that nothing closes hides the rest of the file from everybody who renders it.
 * Here the headings in it are read anyway, so that no heading is lost; what its author meant is for a person to
 * say. One at the end of the file does no harm yet.
 */
export function checkUnclosed(document: MarkdownDocument, findings: Findings): void {
  for (const block of document.unclosed) {
    const draft = { ...unclosedProblem(document, block), section: "" };
    if (block.headingLine === undefined) findings.warning(draft);
    else findings.error(draft);
  }
}

/** The blocks that hide headings, as problems of the file. */
export function unclosedProblems(document: MarkdownDocument): Problem[] {
  return document.unclosed
    .filter(({ headingLine }) => headingLine !== undefined)
    .map((block) => unclosedProblem(document, block));
}

/** Whether a text may hold a block that must be closed; cheap, and never wrong when it says no. */
export function mayHoldBlock(text: string): boolean {
  if (!["```", "~~~", "<"].some((mark) => text.includes(mark))) return false;
  return /^[ \t]{0,500}(?:[-*+>]|\d+[.)])?[ \t]{0,500}(?:```|~~~|<[!?a-z])/im.test(text);
}

function unclosedProblem(document: MarkdownDocument, block: OpenBlock): Problem {
  const { line, opening, closing, headingLine } = block;
  const heading = headingLine === undefined ? undefined : document.lines[headingLine - 1]?.text.trim();
  const hidden = heading === undefined ? "" : `, so that \`${heading}\` on line ${headingLine} is part of it`;
  const message = `The ${nameOf(opening)} that opens on line ${line} is never closed${hidden}.`;
  return { rule: "block-unclosed", line, message, fix: `Add a line with ${closing} where it ends.` };
}

function nameOf(opening: string): string {
  if (opening === "<!--") return "comment";
  return opening.startsWith("<") ? `HTML block \`${opening}\`` : "code fence";
}
