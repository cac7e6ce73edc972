import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean, editDistance, nearest } from "./nearest.ts";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["profle", "profile", 1],
    ["mpc", "mcp", 1],
    ["ab", "ba", 1],
  ])("from %j to %j is %i", (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
  });

  it("is symmetric, zero only for equals, and at most the longer length", () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const edits = editDistance(a, b);
        expect(edits).toBe(editDistance(b, a));
        expect(edits === 0).toBe(a === b);
        expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe("nearest", () => {
  it("finds typos, ignoring case, best first", () => {
    expect(nearest("PROFLE", ["port", "profile", "profiles"])).toEqual(["profile", "profiles"]);
    expect(nearest("specs", ["specs", "spec"])).toEqual(["specs", "spec"]);
  });

  it("finds a longer name by a part of it, and a part by a longer name", () => {
    expect(nearest("search", ["code_search_all"])).toEqual(["code_search_all"]);
    expect(nearest("list_specs_now", ["list_specs"])).toEqual(["list_specs"]);
  });

  it("finds nothing when no candidate is close", () => {
    expect(nearest("xyzzy", ["specs", "skills"])).toEqual([]);
    expect(nearest("", ["specs"])).toEqual([]);
    expect(nearest("specs", [])).toEqual([]);
  });

  it("returns few, each once, and always in the same order", () => {
    const names = ["aaab", "aaac", "aaad", "aaae", "aaab"];
    expect(nearest("aaaa", names)).toEqual(["aaab", "aaac", "aaad"]);
    expect(nearest("aaaa", names.toReversed())).toEqual(["aaab", "aaac", "aaad"]);
  });
});

it("didYouMean returns a question or an empty string", () => {
  expect(didYouMean("mpc", ["mcp", "cpm"])).toBe("Did you mean `mcp`?");
  expect(didYouMean("specs", ["spec", "spoc"])).toBe("Did you mean `spec`?");
  expect(didYouMean("xyzzy", ["mcp"])).toBe("");
});
