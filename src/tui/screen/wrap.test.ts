import * as fc from "fast-check";
import { expect, test } from "vitest";
import { widthOf } from "./clusters.ts";
import { wrapLines } from "./wrap.ts";

test("a dash keeps its long path, a sentence breaks at spaces, and nothing is lost", () => {
  expect(wrapLines(`- ${"p".repeat(30)} (new)`, 20)).toEqual([
    `- ${"p".repeat(18)}`,
    `${"p".repeat(12)} (new)`,
  ]);
  expect(wrapLines("a sentence breaks at spaces", 12)).toEqual(["a sentence", "breaks at", "spaces"]);
  const words = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 25 }), (parts, cols) => {
      const text = parts.join(" ").replace(/\s+/g, " ").trim();
      const rows = wrapLines(text, cols);
      expect(rows.every((row) => widthOf(row) <= cols)).toBe(true);
      expect(rows.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});
