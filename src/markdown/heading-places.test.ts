import { expect, test } from "vitest";
import { readMarkdown } from "./document.ts";
import { headingAt, parentHeadings } from "./heading-places.ts";

const text = "intro\n\n## A\n\n#### B\n\n### C\n\n# D\n\n## E\n";
const { headings } = readMarkdown(text);

test("the parent of a heading is the nearest one above it of higher rank, with or without skipped levels", () => {
  const parents = parentHeadings(headings);
  const named = headings.map((heading) => [heading.title, parents.get(heading)?.title]);
  expect(named).toEqual([
    ["A", undefined],
    ["B", "A"],
    ["C", "A"],
    ["D", undefined],
    ["E", "D"],
  ]);
});

test("a line belongs to the last heading at or above it", () => {
  const at = (line: number) => headingAt(headings, line)?.title;
  expect([1, 2, 3, 4, 5, 8, 9, 100].map(at)).toEqual([undefined, undefined, "A", "A", "B", "C", "D", "E"]);
  expect(headingAt([], 1)).toBeUndefined();
});
