import { readMarkdown } from "../markdown/document.ts";
import { readSpecHeadings } from "./read.ts";
import { mayHoldBlock } from "./unclosed.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What an index of specs shows. */
export interface SpecHead {
  readonly title: string | undefined;
  readonly purpose: string;
}

/**
 * Title and purpose, which are nearly always at the top: reads only as much of the text as it takes to see
 * them whole. A block of Markdown depends on what is above it and not on what is below, but for fences, comments
 * and HTML, whose end may be further down.
 */
export function readHead(text: string, vocabulary: Vocabulary): SpecHead {
  for (let length = 512; length < text.length; length *= 4) {
    const top = text.slice(0, text.lastIndexOf("\n", length) + 1);
    if (mayHoldBlock(top) || top.includes("<!--") || top.startsWith("---")) continue;
    const { title, purpose, sections } = readSpecHeadings(readMarkdown(top), vocabulary);
    const at = sections.findIndex((section) => section.kind === "purpose");
    if (title !== undefined && at >= 0 && at < sections.length - 1) return { title, purpose };
  }
  const { title, purpose } = readSpecHeadings(readMarkdown(text), vocabulary);
  return { title, purpose };
}

/** Whether a text may hold a delta heading; cheap, and never wrong when it says no. */
export function mayHoldDelta(text: string): boolean {
  if (!/added|modified|removed|renamed/i.test(text)) return false;
  return /^[ \t]{0,3}(?:##[ \t]+)?[*_`~]*(?:added|modified|removed|renamed)\b/im.test(text);
}
