import { clipText } from "../../kernel/clip.ts";
import { printableLine } from "../../kernel/text.ts";

const maxChars = 4_000;

/**
 * Text of the repository as a block of code. Editors render Markdown: an image or a link in a spec would be shown,
 * and fetched, just because the pointer rests on a heading.
 */
export function quoted(text: string): string {
  const clipped = clipText(text.trim(), maxChars);
  const longest = Math.max(2, ...(clipped.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}markdown\n${clipped}\n${fence}`;
}

/** A name of the repository in a sentence. */
export function code(text: string): string {
  return `\`${printableLine(text).replaceAll("`", "'")}\``;
}
