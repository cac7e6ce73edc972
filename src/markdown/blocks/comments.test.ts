import { describe, expect, it } from "vitest";
import { readMarkdown } from "../document.ts";
import { readComments } from "./comments.ts";
import { maskedText, visibleText } from "./line.ts";

function comments(text: string) {
  return readComments(readMarkdown(text)).map(({ line, endLine, text: inner, closed }) => ({
    line,
    endLine,
    inner,
    closed,
  }));
}

describe("readComments", () => {
  it("lists comments of one line and of many, with their lines", () => {
    expect(
      comments("<!-- one -->\n\n<!--\n# two\n\n- [ ] three\n-->\ntext <!-- four --> more <!--five-->\n"),
    ).toEqual([
      { line: 1, endLine: 1, inner: "one", closed: true },
      { line: 3, endLine: 7, inner: "# two\n\n- [ ] three", closed: true },
      { line: 8, endLine: 8, inner: "four", closed: true },
      { line: 8, endLine: 8, inner: "five", closed: true },
    ]);
  });

  it("gives offsets that cut the comment out of the text", () => {
    const text = "\uFEFFa <!-- b\r\nc --> d\r\n";
    const [comment] = readComments(readMarkdown(text));
    expect(text.slice(comment?.offset, comment?.end)).toBe("<!-- b\r\nc -->");
    expect(comment?.text).toBe("b\nc");
  });

  it("sees code before comments and comments before code", () => {
    expect(comments("```\n<!-- no -->\n```\n`<!-- no -->` \\<!-- no -->\n\n    <!-- no -->\n")).toEqual([]);
    const document = readMarkdown("<!--\n```\n-->\n# yes\n");
    expect(document.lines.map((line) => line.kind)).toEqual(["comment", "comment", "comment", "prose"]);
    expect(document.headings).toHaveLength(1);
  });

  it("takes the first `-->` as the end and the rest of that line as text", () => {
    const document = readMarkdown("<!-- a --> # no --> <!-- not closed here\n# one\n--> # no\n# two\n");
    expect(document.headings.map((heading) => heading.title)).toEqual(["one", "two"]);
    expect(comments("<!-- a --> <!-- b\n# no\n-->\n")).toHaveLength(2);
    expect(comments("<!--> x\n<!---> y\n")).toMatchObject([{ inner: "" }, { inner: "" }]);
  });

  it("runs to the end of the document when nothing closes it at the start of a line", () => {
    const document = readMarkdown("# yes\n\n<!-- open\n# no\n");
    expect(document.headings).toHaveLength(1);
    expect(readComments(document)).toMatchObject([
      { line: 3, endLine: 4, closed: false, text: "open\n# no" },
    ]);
  });

  it("is only text within a paragraph when nothing closes it before a blank line", () => {
    const document = readMarkdown("use <!-- to start\n\n# yes\n\n-->\n");
    expect(readComments(document)).toEqual([]);
    expect(document.headings).toHaveLength(1);
  });

  it("hides tasks and headings of a comment that starts behind text", () => {
    const document = readMarkdown("- [ ] real <!-- hidden:\n- [ ] no\n# no\n--> end\n\n# yes\n");
    expect(document.lines.map((line) => line.kind)).toEqual([
      "prose",
      "comment",
      "comment",
      "prose",
      "prose",
      "prose",
    ]);
    expect(document.headings).toHaveLength(1);
  });

  it("ends with the list item that holds it, as on the rendered page", () => {
    expect(comments("- a\n\n  <!-- open\n\n# yes\n")).toEqual([
      { line: 3, endLine: 4, inner: "open", closed: false },
    ]);
  });
});

describe("the text of a line", () => {
  it("comes with comments blanked out or left out", () => {
    const [line] = readMarkdown("a <!-- b --> c <!----> d").lines;
    if (line === undefined) throw new Error("a line expected");
    expect(maskedText(line)).toBe("a            c         d");
    expect(visibleText(line)).toBe("a  c  d");
    expect(visibleText(line, 5)).toBe(" c  d");
  });
});
