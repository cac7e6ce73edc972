import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { count, lineEndingOf, printable } from "./text.ts";

describe("printable", () => {
  it("shows control characters and direction overrides, and keeps line breaks and tabs", () => {
    expect(printable("a\u001b[31mb\u0007\u202e\tc\nd\u009b")).toBe("a␛[31mb␇\\u202e\tc\nd\\u009b");
  });

  it("leaves no escape sequence in any text", () => {
    const isHarmless = (code: number) =>
      code >= 0xa0 || (code >= 0x20 && code < 0x7f) || code === 9 || code === 10;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = [...printable(text)].map((char) => char.codePointAt(0) ?? 0);
        expect(shown.every(isHarmless)).toBe(true);
        expect(shown.some((code) => code >= 0x202a && code <= 0x202e)).toBe(false);
      }),
    );
  });
});

it("lineEndingOf follows the majority, and is LF when there is none", () => {
  expect(lineEndingOf("a\r\nb\r\nc\n")).toBe("\r\n");
  expect(lineEndingOf("a\r\nb\nc\n")).toBe("\n");
  expect(lineEndingOf("a")).toBe("\n");
});

it("count agrees with its noun", () => {
  expect([count(1, "file"), count(0, "file"), count(2, "entry", "entries")]).toEqual([
    "1 file",
    "0 files",
    "2 entries",
  ]);
});
