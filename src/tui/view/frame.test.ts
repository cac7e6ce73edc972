import { describe, expect, it } from "vitest";
import { elapsedText, listTop } from "./frame.ts";

describe("elapsed time", () => {
  it.each([
    [-5, "0:00"],
    [999, "0:00"],
    [42_000, "0:42"],
    [725_000, "12:05"],
    [3_599_999, "59:59"],
    [3_600_000, "1:00:00"],
    [36_061_000, "10:01:01"],
  ])("of %d ms is %s", (ms, text) => {
    expect(elapsedText(ms)).toBe(text);
  });
});

describe("the first visible row of a list", () => {
  it("is the first while everything fits, and never leaves empty rows at the end", () => {
    expect(listTop(4, 5, 5)).toBe(0);
    expect(listTop(0, 20, 6)).toBe(0);
    expect(listTop(10, 20, 6)).toBe(7);
    expect(listTop(19, 20, 6)).toBe(14);
  });
});
