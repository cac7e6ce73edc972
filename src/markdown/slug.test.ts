import { describe, expect, it } from "vitest";
import { readMarkdown } from "./document.ts";
import { foldCase, githubSlug, headingSlug, uniqueSlugs } from "./slug.ts";

describe("headingSlug", () => {
  it.each([
    ["Concept: Prompt Catalog", "concept-prompt-catalog"],
    ["Workspace & Data Governance", "workspace-data-governance"],
    ["café", "cafe"],
    ["-- A  --  B --", "a-b"],
    ["snake_case", "snakecase"],
    ["Straße", "strasse"],
    ["STRASSE ẞ", "strasse-ss"],
    ["ﬁ", "fi"],
    ["Hello [World][x]", "hello-world"],
    ["**b** [l](u) `code`", "b-l-code"],
    ["🚀", ""],
    ["日本語 の 仕様", "日本語-の-仕様"],
    ["Требования", "требования"],
    ["ΟΔΟΣ", "οδοσ"],
    ["İstanbul", "istanbul"],
    ["a\u00a0b\u3000c", "a-b-c"],
    ["２ items", "2-items"],
    ["", ""],
  ])("makes %j into %j", (title, slug) => {
    expect(headingSlug(title)).toBe(slug);
  });

  it("numbers later duplicates and counts on past a number that is taken", () => {
    const slugs = readMarkdown("# Overview\n# Overview\n# Overview 1\n# Overview\n# 🚀\n# 🚀\n").headings.map(
      (h) => h.slug,
    );
    expect(slugs).toEqual(["overview", "overview-1", "overview-1-1", "overview-2", "", ""]);
    const unique = uniqueSlugs();
    expect(["a", "a-1", "a", "a"].map(unique)).toEqual(["a", "a-1", "a-2", "a-3"]);
  });
});

describe("githubSlug", () => {
  it("keeps underscores and double hyphens, as GitHub does", () => {
    expect(githubSlug("Workspace & Data Governance")).toBe("workspace--data-governance");
    expect(githubSlug("snake_case `x` Été!")).toBe("snake_case-x-été");
  });
});

describe("foldCase", () => {
  it("agrees with the simple folding that regular expressions use, for every letter of Unicode", () => {
    const differing: string[] = [];
    for (let code = 0x41; code <= 0x1e943; code++) {
      const char = code >= 0xd800 && code <= 0xdfff ? "" : String.fromCodePoint(code);
      const folded = foldCase(char);
      if (folded === char || [...folded].length !== 1) continue;
      if (!new RegExp(`^${folded}$`, "iu").test(char)) differing.push(char);
    }
    expect(differing).toEqual([]);
  });
});
