import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, clipLine, clipText } from "./clip.ts";

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

describe("clipLine", () => {
  it("ends a text that is too long with an ellipsis, within the limit", () => {
    expect(clipLine("short", 5)).toBe("short");
    expect(clipLine("longer", 5)).toBe("long…");
    expect(clipLine("ab🦆cd", 4)).toBe("ab…");
    expect(clipLine("ab", 0)).toBe("…");
  });
});
