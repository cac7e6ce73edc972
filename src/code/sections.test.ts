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

it("cuts at headings and keeps what stands before the first", () => {
  expect(shown("intro\n\n# One\na\n\n## Two\nb\n\n# Three\nc\n")).toEqual([
    [undefined, 1, 1, "intro"],
    ["One", 3, 4, "# One\na"],
    ["One > Two", 6, 7, "## Two\nb"],
    ["Three", 9, 10, "# Three\nc"],
  ]);
});

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

it("leaves out headings that only hold subsections, and keeps a file without headings", () => {
  expect(shown("# A\n\n## B\ntext\n").map(([breadcrumb]) => breadcrumb)).toEqual(["A > B"]);
  expect(shown("# A\n").map(([breadcrumb]) => breadcrumb)).toEqual(["A"]);
  expect(shown("just text\n")).toEqual([[undefined, 1, 1, "just text"]]);
  expect(shown("")).toEqual([]);
});
