import { describe, expect, it } from "vitest";
import { commonEnding, joinLines, splitLines } from "./lines.ts";

describe("splitLines", () => {
  it("ends lines at LF, CRLF and lone CR, mixed, and nowhere else", () => {
    const text = "a\nb\r\nc\rd\u2028e\r\r\nf";
    const lines = splitLines(text);
    expect(lines.map((line) => [line.number, line.text, line.ending, line.offset])).toEqual([
      [1, "a", "\n", 0],
      [2, "b", "\r\n", 2],
      [3, "c", "\r", 5],
      [4, "d\u2028e", "\r", 7],
      [5, "", "\r\n", 11],
      [6, "f", "", 13],
    ]);
    expect(joinLines(lines)).toBe(text);
  });

  it("has no line for an empty text and none after a final newline", () => {
    expect(splitLines("")).toEqual([]);
    expect(splitLines("a\n")).toHaveLength(1);
    expect(splitLines("\n\n")).toHaveLength(2);
  });
});

describe("commonEnding", () => {
  it("takes the ending that a text uses most, LF when it has none", () => {
    expect(commonEnding("")).toBe("\n");
    expect(commonEnding("a\r\nb\r\nc\n")).toBe("\r\n");
    expect(commonEnding("a\nb\nc\r\n")).toBe("\n");
    expect(commonEnding("a\rb\r")).toBe("\r");
  });
});
