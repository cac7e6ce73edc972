import { describe, expect, it } from "vitest";
import { readMarkdown } from "./document.ts";
import { childHeadings, flattenSections, ownLines, sectionLines, sections } from "./sections.ts";

function titles(text: string): string[] {
  return readMarkdown(text).headings.map((heading) => `${heading.level} ${heading.title}`);
}

describe("ATX headings", () => {
  it("have one to six hashes and a space after them", () => {
    expect(titles("# a\n###### f\n####### g\n#tag\n#\tt\n#!/bin/sh\n")).toEqual(["1 a", "6 f", "1 t"]);
  });

  it("lose closing hashes, but not those that are part of the title", () => {
    expect(titles("## a ##\n## b #######\n## c#\n## d \\#\n### ###\n## # ##\n##\n")).toEqual([
      ...["2 a", "2 b", "2 c#", "2 d \\#", "3 ", "2 #", "2 "],
    ]);
  });

  it("may be indented by three columns", () => {
    expect(titles("   # a\n\n    # code\n\t# code\n")).toEqual(["1 a"]);
  });

  it("are not found in fences, comments, front matter, quotes and list items", () => {
    const text = "---\n# no\n---\n```\n# no\n```\n<!--\n# no\n-->\n> # no\n\n- # no\n\n  # no\n\n# yes\n";
    expect(titles(text)).toEqual(["1 yes"]);
  });

  it("come without comments and with their inline Markdown; `text` is what a reader sees", () => {
    const document = readMarkdown("## The `x` **of** [y](z.md) <!-- id: 7 --> ##\n### a `<!--` b\n");
    expect(document.headings).toMatchObject([
      { title: "The `x` **of** [y](z.md)", text: "The x of y", slug: "the-x-of-y" },
      { title: "a `<!--` b", text: "a <!-- b" },
    ]);
  });
});

describe("setext headings", () => {
  it("are a paragraph and its underline", () => {
    const [heading] = readMarkdown("x\n\nA title\nin two *lines*\n====\nbody\n").headings;
    expect(heading).toMatchObject({
      level: 1,
      title: "A title in two *lines*",
      style: "setext",
      line: 3,
      contentLine: 6,
    });
    expect(titles("a\n-\n\nb\n  ---  \n")).toEqual(["2 a", "2 b"]);
  });

  it("are not a rule after a blank line, front matter, a table, a list item, a quote or link definitions", () => {
    expect(titles("a\n\n---\n")).toEqual([]);
    expect(titles("---\na: 1\n---\n")).toEqual([]);
    expect(titles("| a |\n|---|\n| 1 |\n---\n")).toEqual([]);
    expect(titles("- a\n---\n")).toEqual([]);
    expect(titles("> a\n---\n")).toEqual([]);
    expect(titles("[a]: b\n---\n")).toEqual([]);
    expect(titles("# a\n---\n")).toEqual(["1 a"]);
    expect(titles("a\n--- -\n")).toEqual([]);
  });
});

describe("sections", () => {
  const text = "intro\n\n# A\n\na\n\n### A.1\n\nb\n\n## A.2\n\nc\n\n# B\n";
  const document = readMarkdown(text);

  it("nest by level, even when a level is skipped, with breadcrumbs", () => {
    const tree = sections(document);
    expect(tree.map((section) => section.heading?.title)).toEqual([undefined, "A", "B"]);
    expect(flattenSections(tree).map((section) => section.breadcrumb.join(" > "))).toEqual([
      ...["", "A", "A > A.1", "A > A.2", "B"],
    ]);
    expect(tree[0]).toMatchObject({ line: 1, endLine: 2, breadcrumb: [] });
  });

  it("tell which lines belong to a heading, with and without its subsections", () => {
    const [a, a1] = document.headings;
    if (a === undefined || a1 === undefined) throw new Error("two headings expected");
    expect([a.line, a.contentLine, a.ownEndLine, a.endLine]).toEqual([3, 4, 6, 14]);
    expect(sectionLines(document, a).map((line) => line.number)).toEqual([
      4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(ownLines(document, a).map((line) => line.text)).toEqual(["", "a", ""]);
    expect(childHeadings(document, a).map((heading) => heading.title)).toEqual(["A.1", "A.2"]);
    expect(childHeadings(document, a1)).toEqual([]);
  });

  it("make one section of a text without headings and none of a blank text", () => {
    expect(sections(readMarkdown("only\ntext\n"))).toMatchObject([
      { heading: undefined, line: 1, endLine: 2 },
    ]);
    expect(sections(readMarkdown("\n\n"))).toEqual([]);
  });
});
