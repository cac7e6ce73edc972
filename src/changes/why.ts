import { clipLine } from "../kernel/clip.ts";
import { withoutSpans } from "../kernel/text.ts";
import { readMarkdown } from "../markdown/document.ts";
import { sectionLines } from "../markdown/sections.ts";

const maxChars = 400;

/** The first paragraph of a proposal's `## Why` as one line; "" where there is none, or only a template's comment. */
export function whyOf(proposal: string): string {
  const document = readMarkdown(proposal);
  const why = document.headings.find(
    ({ level, text }) => level <= 3 && /^(?:why|motivation|background)\b/i.test(text.trim()),
  );
  if (why === undefined) return "";
  const text = sectionLines(document, why)
    .map((line) => line.text.trim())
    .join("\n");
  const paragraphs = withoutSpans(text, "<!--", "-->")
    .trim()
    .split(/\n{2,}/);
  return clipLine((paragraphs[0] ?? "").replace(/\s+/g, " ").trim(), maxChars);
}
