import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, clipText } from "./clip.ts";
import { count, lineEndingOf, printable } from "./text.ts";

describe("clip", () => {
  it("shows what fits and says how much it left out", () => {
    expect(clip([1, 2, 3], 2)).toEqual({ shown: [1, 2], total: 3, leftOut: 1 });
    expect(clip([1], 5)).toEqual({ shown: [1], total: 1, leftOut: 0 });
    expect(clip([1, 2], -1)).toEqual({ shown: [], total: 2, leftOut: 2 });
  });
});

describe("clipText", () => {
  it("cuts at a whole character and says what is missing", () => {
    expect(clipText("short", 10)).toBe("short");
    expect(clipText("abcdef", 4)).toBe("abcd\n… 2 more characters; read the file for the rest");
    expect(clipText("ab🦆cd", 3, "ask again")).toBe("ab\n… 4 more characters; ask again");
  });

  it("never makes a broken character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, length) => {
        expect(Buffer.from(clipText(text, length)).toString()).toBe(clipText(text, length));
      }),
    );
  });
});

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

it("lineEndingOf follows the majority, and LF where there is none", () => {
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
