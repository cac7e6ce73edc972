import { commonEnding, splitLines } from "../../markdown/blocks/lines.ts";

/** Puts lines after a line (1-based; blank lines before the place are left behind it), with the file's own line ends. */
export function insertAfter(text: string, line: number, addition: string): string {
  const ending = commonEnding(text);
  const lines = splitLines(text);
  let at = Math.min(line, lines.length);
  while (at > 0 && (lines[at - 1]?.text ?? "").trim() === "") at--;
  const before = lines
    .slice(0, at)
    .map((each) => each.text + (each.ending || ending))
    .join("");
  const after = lines
    .slice(at)
    .map((each) => each.text + each.ending)
    .join("");
  const added = addition.split("\n").join(ending);
  const gap = after.trim() === "" || /^\s*\r?\n/.test(after) ? "" : ending;
  return `${before}${added}${ending}${gap}${after}`;
}
