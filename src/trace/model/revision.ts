import { sha256 } from "../../kernel/hash.ts";
import { withoutSpans } from "../../kernel/text.ts";
import { readInline } from "../../markdown/inline/inline.ts";
import type { NodeKind } from "./node.ts";

/**
 * The text of a node without what does not change its meaning: comments, list markers, boxes, quote marks, emphasis,
 * link targets, typographic quotes and dashes, line breaks, a final period. Case, numbers, code and punctuation stay.
 *
 * @example normalText("- The system **SHALL**\n  answer.") // "The system SHALL answer"
 */
export function normalText(markdown: string): string {
  const lines = withoutSpans(markdown, "<!--", "-->").split(/\r\n?|\n/);
  const text = plainInline(lines.map(withoutMarkers).join("\n"))
    .normalize("NFC")
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  return text.endsWith(".") && !text.endsWith("..") ? text.slice(0, -1).trimEnd() : text;
}

/** The revision of a text that `normalText` has made, steps joined by line feeds. */
export function revisionOf(kind: NodeKind, text: string): string {
  return `r1:${sha256(`r1\0${kind}\0${text}`).slice(0, 12)}`;
}

const marker = /^\s*(?:>\s?|[-*+]\s+|\d{1,9}[.)]\s+)/;
const box = /^\s*\[[ xX]?\]\s+/;

function withoutMarkers(line: string): string {
  let rest = line;
  for (let match = marker.exec(rest); match !== null; match = marker.exec(rest))
    rest = rest.slice(match[0].length);
  return rest === line ? line : rest.replace(box, "");
}

/** Links and images as their text, without emphasis; code spans as they are. */
function plainInline(text: string): string {
  const hidden = new Uint8Array(text.length);
  const code = new Uint8Array(text.length);
  for (const token of readInline(text, () => false)) {
    if (token.kind === "code") code.fill(1, token.start, token.end);
    if (token.kind !== "link" && token.kind !== "image") continue;
    hidden.fill(1, token.start, token.textStart);
    hidden.fill(1, token.textEnd, token.end);
  }
  let plain = "";
  for (let at = 0; at < text.length; at++) {
    if (hidden[at] === 1) continue;
    if (code[at] === 0 && text[at] === "*") continue;
    const isPair = text[at] === text[at + 1] && (text[at] === "_" || text[at] === "~");
    if (code[at] === 0 && isPair) at++;
    else plain += text[at];
  }
  return plain;
}
