import { describe, expect, it } from "vitest";
import { readMarkdown } from "../document.ts";
import { readLinks } from "./links.ts";
import { plainText } from "./plain-text.ts";

function targets(text: string): string[] {
  return readLinks(readMarkdown(text)).map((link) => `${link.kind} ${link.target ?? "?"}`);
}

describe("readLinks", () => {
  it("reads targets with parentheses, angle brackets, escapes, references and titles", () => {
    const text =
      "[a](x.md) [b](<x y.md> 'T') [c](x_(y)_(z).md \"T\") [d](a\\)b) [e](a&amp;b) [f]() [g](/u (t)) [h](a b)";
    expect(readLinks(readMarkdown(text)).map((link) => [link.text, link.target, link.title])).toEqual([
      ["a", "x.md", undefined],
      ["b", "x y.md", "T"],
      ["c", "x_(y)_(z).md", "T"],
      ["d", "a)b", undefined],
      ["e", "a&b", undefined],
      ["f", "", undefined],
      ["g", "/u", "t"],
    ]);
  });

  it("resolves full, collapsed and shortcut references, before and after their definition", () => {
    const text = "[t][One] [one][] [oNE] ![i][one]\n\n> - [one]: <a b.md>\n>   'T'\n\n[one]: second.md\n";
    const links = readLinks(readMarkdown(text));
    expect(links.map((link) => [link.kind, link.form, link.target, link.line])).toEqual([
      ["link", "full", "a b.md", 1],
      ["link", "collapsed", "a b.md", 1],
      ["link", "shortcut", "a b.md", 1],
      ["image", "full", "a b.md", 1],
      ["definition", undefined, "a b.md", 3],
      ["definition", undefined, "second.md", 6],
    ]);
    expect(links[0]?.title).toBe("T");
  });

  it("lists a reference without a definition with no target, and a bare bracket not at all", () => {
    expect(readLinks(readMarkdown("[a][nope] [b][] [c] [ ] [x] a[0] [^1] [t][^2]\n"))).toMatchObject([
      { text: "a", label: "nope", target: undefined },
      { text: "b", label: "b", target: undefined },
    ]);
  });

  it("reads autolinks and images, also inside links", () => {
    expect(targets("<https://a.b/c> <me@x.org> <div> [![i](i.png)](page.md)\n")).toEqual([
      ...["autolink https://a.b/c", "autolink mailto:me@x.org", "link page.md", "image i.png"],
    ]);
  });

  it("finds nothing in code, comments, front matter and escapes", () => {
    const text =
      "---\na: [x](no)\n---\n`[x](no)` ``[x](no) ` `` \\[x](no) <!-- [x](no) -->\n\n```\n[x](no)\n```\n\n    [x](no)\n\n[x](yes)\n";
    expect(targets(text)).toEqual(["link yes"]);
  });

  it("gives line, column and offsets across wrapped lines, quotes and list markers", () => {
    const text = "\uFEFF# T\r\n> - see [the\r\n>   thing](x.md), ok\r\n";
    const [link] = readLinks(readMarkdown(text));
    expect(link).toMatchObject({ line: 2, column: 9, text: "the thing" });
    expect(text.slice(link?.offset, link?.end)).toBe("[the\r\n>   thing](x.md)");
  });

  it("reads links in headings, list items and tables", () => {
    expect(targets("# [a](1)\n- [b](2)\n\n| [c](3) | d |\n|---|---|\n| [e](4) | x |\n")).toEqual([
      ...["link 1", "link 2", "link 3", "link 4"],
    ]);
  });
});

describe("plainText", () => {
  it.each([
    ["**Use** [`read`](docs.md) *now*", "Use read now"],
    ["snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"],
    ["*a **b** c* ***d***", "a b c d"],
    ["**WHEN** the user", "WHEN the user"],
    ["~~gone~~ ~kept~", "gone ~kept~"],
    ["\\*not\\* `*code*` `` a`b `` ` x `", "*not* *code* a`b x"],
    ["![alt *x*](i.png) <https://a.b> <b>bold</b><br/>", "alt x https://a.b bold"],
    ["Map<String, List<Int>>", "Map<String, List<Int>>"],
    ["AT&amp;T &copy; &#35;", "AT&T &copy; #"],
    ["one\n  two\\\nthree", "one two three"],
    ["[P] [US1] [x][y]", "[P] [US1] x"],
    ["**unclosed *nested", "**unclosed *nested"],
  ])("reads %j as %j", (inline, text) => {
    expect(plainText(inline)).toBe(text);
  });
});
