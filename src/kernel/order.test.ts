import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byCodePoint, sortedBy } from "./order.ts";

const text = fc.string({ unit: "binary" });

/** The order by definition: compare the code points one by one. */
function byDefinition(a: string, b: string): number {
  const left = [...a].map((char) => char.codePointAt(0) ?? 0);
  const right = [...b].map((char) => char.codePointAt(0) ?? 0);
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

describe("byCodePoint", () => {
  it("orders as the code points do, surrogate pairs included", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(byDefinition(a, b)));
      }),
    );
    expect(["\u{1f600}", "\uffff", "a", "Z"].toSorted(byCodePoint)).toEqual([
      "Z",
      "a",
      "\uffff",
      "\u{1f600}",
    ]);
  });

  it("is a total order", () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(-Math.sign(byCodePoint(b, a)) + 0);
        if (byCodePoint(a, b) <= 0 && byCodePoint(b, c) <= 0)
          expect(byCodePoint(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

it("sortedBy does not change its input and is stable", () => {
  const items = [
    { k: "b", n: 1 },
    { k: "a", n: 2 },
    { k: "b", n: 3 },
  ];
  expect(sortedBy(items, ({ k }) => k).map(({ n }) => n)).toEqual([2, 1, 3]);
  expect(items[0]?.n).toBe(1);
});
