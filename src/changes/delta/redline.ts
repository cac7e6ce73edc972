import { diffArrays } from "diff";
import { trimEnd } from "./blocks.ts";

/** Lines that are added or removed at most; the work grows with their square. */
const maxEdits = 500;

/**
 * The difference of two texts line by line: `- ` removed, `+ ` added, two spaces unchanged. Texts that differ in too
 * many lines are shown as one removed and the other added.
 */
export function redline(before: string, after: string): string {
  const [old, young] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old, young, { maxEditLength: maxEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: young, removed: false, added: true },
  ];
  return parts
    .flatMap(({ value, removed, added }) =>
      value.map((line) => `${removed ? "- " : added ? "+ " : "  "}${line}`),
    )
    .join("\n");
}

function linesOf(text: string): string[] {
  const trimmed = trimEnd(text);
  return trimmed === "" ? [] : trimmed.split(/\r\n?|\n/);
}
