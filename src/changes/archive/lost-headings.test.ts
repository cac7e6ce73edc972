import { expect, test } from "vitest";
import { defaultVocabulary } from "../../specs/vocabulary.ts";
import { readDelta } from "../delta/delta.ts";
import { lostHeadings } from "./lost-headings.ts";

const lost = (before: string, after: string, delta = "") =>
  lostHeadings(before, after, readDelta(delta), defaultVocabulary);

test("a heading that occurs twice and then once is lost once, at its second place", () => {
  const notes = "#### Notes\n";
  expect(lost(`${notes}\n${notes}`, notes)).toEqual([{ line: 3, text: "#### Notes" }]);
  expect(lost(notes, `${notes}\n${notes}`)).toEqual([]);
});

test("a requirement that the delta removes by name is not lost, its neighbor is", () => {
  const before = "### Requirement: A\n\n### Requirement: B\n";
  const delta = "## REMOVED Requirements\n\n### Requirement: A\n";
  expect(lost(before, "", delta)).toEqual([{ line: 3, text: "### Requirement: B" }]);
});
