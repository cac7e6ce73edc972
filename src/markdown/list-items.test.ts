import { describe, expect, it } from "vitest";
import { readParagraphs } from "./blocks/paragraphs.ts";
import { readMarkdown } from "./document.ts";
import { flattenItems, readListItems } from "./list-items.ts";

describe("readListItems", () => {
  it("joins wrapped lines, also lazy ones, and nests by indentation", () => {
    const text = [
      "- **WHEN** the user",
      "  asks twice",
      "and again",
      "- **THEN** it answers <!-- soon -->",
      "  1. first",
      "     wrapped",
      "  2. second",
      "* other",
    ].join("\n");
    expect(readListItems(readMarkdown(text))).toMatchObject([
      {
        marker: "-",
        ordered: false,
        text: "**WHEN** the user asks twice and again",
        line: 1,
        endLine: 3,
        children: [],
      },
      {
        text: "**THEN** it answers",
        line: 4,
        endLine: 7,
        children: [
          { marker: "1.", ordered: true, indent: 2, text: "first wrapped", line: 5, endLine: 6 },
          { marker: "2.", text: "second", line: 7 },
        ],
      },
      { marker: "*", text: "other", line: 8 },
    ]);
  });

  it("nests bullets two columns under a number, as their author meant it", () => {
    expect(readListItems(readMarkdown("1. a\n  - b\n2. c\n"))).toMatchObject([
      { text: "a", children: [{ text: "b" }] },
      { text: "c", children: [] },
    ]);
  });

  it("does not take a wrapped line that happens to begin with a number for an item", () => {
    expect(readListItems(readMarkdown("It was founded in\n1986. Nobody knows why.\n"))).toEqual([]);
    expect(readListItems(readMarkdown("- as of\n  1986. or so\n"))).toMatchObject([
      { text: "as of 1986. or so", children: [] },
    ]);
    expect(readListItems(readMarkdown("These:\n1. one\n"))).toMatchObject([{ text: "one" }]);
  });

  it("keeps further paragraphs and code with their item and ends it at unindented text", () => {
    const text = "- a\n\n  more\n  text\n\n  ```\n  - no\n  ```\n\nafter\n\n- b\n";
    expect(readListItems(readMarkdown(text))).toMatchObject([
      { text: "a", endLine: 8, paragraphs: [{ line: 3, text: "more text" }] },
      { text: "b", line: 12, paragraphs: [] },
    ]);
  });

  it("reads only the lines asked for", () => {
    const document = readMarkdown("- a\n# H\n- b\n- c\n# I\n- d\n");
    expect(readListItems(document, 3, 4).map((item) => item.text)).toEqual(["b", "c"]);
  });

  it("takes no rule, quote, comment or fenced line for an item", () => {
    const text = "* * *\n> - q\n\n<!--\n- c\n-->\n```\n- f\n```\n- - x\n-\n";
    const items = flattenItems(readListItems(readMarkdown(text)));
    expect(items.map((item) => [item.text, item.line])).toEqual([
      ["", 10],
      ["x", 10],
      ["", 11],
    ]);
  });
});

describe("readParagraphs", () => {
  it("joins the lines of each paragraph, in lists and out of them", () => {
    const text = "# H\n**WHEN** x\nhappens <!-- n -->\n\n- **THEN** y\n  wraps\n\n```\ncode\n```\nlast\n";
    expect(readParagraphs(readMarkdown(text))).toEqual([
      { line: 2, endLine: 3, text: "**WHEN** x happens", item: false },
      { line: 5, endLine: 6, text: "**THEN** y wraps", item: true },
      { line: 11, endLine: 11, text: "last", item: false },
    ]);
  });
});
