import { expect, test } from "vitest";
import { at } from "./array.ts";

test("gives the item at an index, of arrays and typed arrays", () => {
  expect(at(["a", "b"], 1)).toBe("b");
  expect(at(["a", "b"], -2)).toBe("a");
  expect(at(new Uint32Array([7, 0]), 1)).toBe(0);
  expect(at([null], 0)).toBeNull();
});

test("throws for an index out of range instead of giving a default", () => {
  for (const index of [2, -3, 0.5, Number.NaN])
    expect(() => at(["a", "b"], index)).toThrow(`Bug: no item at index ${index} of 2.`);
  expect(() => at(new Float64Array(), 0)).toThrow(RangeError);
});
