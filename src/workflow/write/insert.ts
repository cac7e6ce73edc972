import { commonEnding, splitLines } from "../../markdown/blocks/lines.ts";

/** Inserts text after a line (1-based), before blank lines that precede this position, with the file's line endings. */
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
