import { expect, it } from "vitest";
import { sectionsOf } from "./sections.ts";

function shown(text: string): [string | undefined, number, number, string][] {
  return sectionsOf(text).map(({ breadcrumb, startLine, endLine, from, to }) => [
    breadcrumb,
    startLine,
    endLine,
    text.slice(from, to),
  ]);
}

it("cuts at headings and keeps the text before the first", () => {
  expect(shown("intro\n\n# One\na\n\n## Two\nb\n\n# Three\nc\n")).toEqual([
    [undefined, 1, 1, "intro"],
    ["One", 3, 4, "# One\na"],
    ["One > Two", 6, 7, "## Two\nb"],
    ["Three", 9, 10, "# Three\nc"],
  ]);
});

// covers swiftindex: markdown-structure
it("is not misled by fences, shebangs, setext, front matter, skipped levels and equal titles", () => {
  const text = [
    "---",
    "title: x",
    "---",
    "Top",
    "===",
    "text",
    "```sh",
    "#!/bin/sh",
    "# not a heading",
    "```",
    "### Deep",
    "x",
    "### Deep",
    "y",
    "## Up",
    "z",
    "",
  ].join("\r\n");
  expect(shown(text).map(([breadcrumb, start, end]) => [breadcrumb, start, end])).toEqual([
    [undefined, 1, 3],
    ["Top", 4, 10],
    ["Top > Deep", 11, 12],
    ["Top > Deep", 13, 14],
    ["Top > Up", 15, 16],
  ]);
});

// covers swiftindex: markdown-structure
it("takes headings of HTML for headings, over several lines too, and not those in code", () => {
  const text = [
    '<h1 align="center">',
    '  <img src="logo.png">',
    "  Shop",
    "</h1>",
    "",
    "Sells things.",
    "",
    "<h2>How to <b>install</b></h2>",
    "Run it.",
    "```html",
    "<h2>not a heading</h2>",
    "```",
    "## Use",
    "Call it.",
    "<h3></h3>",
    "<h2>never closed",
  ].join("\n");
  expect(shown(text).map(([breadcrumb, start, end]) => [breadcrumb, start, end])).toEqual([
    ["Shop", 1, 6],
    ["Shop > How to install", 8, 12],
    ["Shop > Use", 13, 16],
  ]);
});

it("a name after a label is a name of its own", () => {
  const [first, second] = sectionsOf("### Requirement: Log in\n\nText.\n\n#### Scenario: Late\n\nx\n");
  expect([first?.names, second?.names, second?.containers]).toEqual([
    ["Requirement", "Log in"],
    ["Scenario", "Late"],
    ["Requirement", "Log in"],
  ]);
});

// covers swiftindex: markdown-structure
it("leaves out headings that only hold subsections, and keeps a file without headings", () => {
  expect(shown("# A\n\n## B\ntext\n").map(([breadcrumb]) => breadcrumb)).toEqual(["A > B"]);
  expect(shown("# A\n").map(([breadcrumb]) => breadcrumb)).toEqual(["A"]);
  expect(shown("just text\n")).toEqual([[undefined, 1, 1, "just text"]]);
  expect(shown("")).toEqual([]);
});
