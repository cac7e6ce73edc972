import { describe, expect, it } from "vitest";
import { readMarkdown, renderMarkdown } from "./document.ts";

/** The kind of each line, by its first letter: Front matter, fenceD, Indented, Comment, Html, Prose. */
function kinds(text: string): string {
  const letters = {
    "front-matter": "F",
    "fenced-code": "D",
    "indented-code": "I",
    comment: "C",
    "raw-html": "H",
    prose: "P",
  } as const;
  return readMarkdown(text)
    .lines.map((line) => letters[line.kind])
    .join("");
}

describe("readMarkdown", () => {
  it("gives every byte back, with a byte order mark, odd characters and mixed endings", () => {
    const texts = [
      "",
      "\uFEFF",
      "\uFEFF# T\r\nx\ry\n",
      "a\u0000b\u2028c\n\n\n",
      "---\n",
      "\ud800 lone\n",
      "```\nno end",
    ];
    for (const text of texts) expect(renderMarkdown(readMarkdown(text))).toBe(text);
  });

  it("counts offsets in the whole text, the byte order mark included", () => {
    const text = "\uFEFF# T\r\nbody";
    const [first, second] = readMarkdown(text).lines;
    expect(text.slice(first?.offset)).toBe("# T\r\nbody");
    expect(text.slice(second?.offset)).toBe("body");
  });

  it("knows front matter only at the very top", () => {
    expect(kinds("---\na: 1\n---\n# T\n")).toBe("FFFP");
    expect(kinds("\uFEFF---\na: 1\n...\nx")).toBe("FFFP");
    expect(kinds("\n---\na: 1\n---\n")).toBe("PPPP");
    expect(kinds("---\na: 1\n")).toBe("PP");
    expect(kinds("----\na: 1\n----\n")).toBe("PPP");
  });
});

describe("fences", () => {
  it("close only with the same character, at least as long, and nothing behind it", () => {
    expect(kinds("````md\n```\n# no\n```\n````\n# yes")).toBe("DDDDDP");
    expect(kinds("~~~\n```\n~~~ x\n~~~~\ny")).toBe("DDDDP");
    expect(kinds("```\n``` js\n```\ny")).toBe("DDDP");
  });

  it("may be indented by three columns and not by four", () => {
    expect(kinds("   ```\n# no\n   ```\nx")).toBe("DDDP");
    expect(kinds("x\n    ```\n# yes")).toBe("PPP");
    expect(kinds("```\n    ```\nno\n```\nx")).toBe("DDDDP");
  });

  it("take no backtick in the info string, which keeps inline code in prose", () => {
    expect(kinds("``` a`b\nx")).toBe("PP");
    expect(kinds("~~~ a`b\nx\n~~~")).toBe("DDD");
  });

  it("run to the end when nothing closes them, and say so", () => {
    const document = readMarkdown("a\n\n```ts title=x\n# no\n");
    expect(document.headings).toEqual([]);
    expect(document.fences).toEqual([
      { line: 3, endLine: 4, fence: "```", info: "ts title=x", closed: false },
    ]);
  });

  it("count inside list items and end with the item", () => {
    expect(kinds("- item\n  ```\n  # no\n\n  - [ ] no\n  ```\n- next")).toBe("PDDDDDP");
    expect(kinds("1. ```js\n   # no\n   ```\n2. x")).toBe("DDDP");
    expect(kinds("- a\n  ```\n  never closed\n# yes\n")).toBe("PDDP");
    expect(readMarkdown("- a\n  ```\n  never closed\n# yes\n").headings).toHaveLength(1);
  });

  it("count at any depth in a list, where deep indentation is only careless", () => {
    expect(kinds("- a\n          ```sh\n          - [ ] no\n          ```\n- b")).toBe("PDDDP");
  });

  it("count in block quotes and end with the quote", () => {
    expect(kinds("> ```\n> # no\n> ```\n> x")).toBe("DDDP");
    expect(kinds("> ```\n# yes")).toBe("DP");
  });

  it("survive tabs", () => {
    expect(kinds("-\titem\n\n\t```\n\t# no\n\t```\n")).toBe("PPDDD");
    expect(kinds("\t```\n# yes")).toBe("IP");
  });
});

describe("indented code", () => {
  it("needs four columns, a blank line before it, and no list", () => {
    expect(kinds("a\n\n    code\n\tcode\n\n    code\nb")).toBe("PPIIPIP");
    expect(kinds("a\n    not code")).toBe("PP");
    expect(kinds("# H\n    not code")).toBe("PP");
    expect(kinds("- a\n\n      not code\n\n        - [ ] not code")).toBe("PPPPP");
    expect(kinds("- a\n\nb\n\n    code")).toBe("PPPPI");
    expect(kinds("    code at the top")).toBe("I");
  });
});

describe("raw HTML", () => {
  it("hides what is in pre, script, style and textarea, and nothing in other tags", () => {
    expect(kinds("<pre>\n# no\n</pre>\n# yes")).toBe("HHHP");
    expect(kinds("<script>x</script>\n# yes")).toBe("HP");
    expect(readMarkdown("<div>\n# yes\n</div>\n").headings).toHaveLength(1);
  });
});

describe("roles", () => {
  it("tell what a prose line does in its block", () => {
    const text = "# H\ntext\nmore\n\na | b\n--|--\n1 | 2\n---\nTitle\n===\n- item\nlazy\n-\n***\n";
    expect(readMarkdown(text).lines.map((line) => line.role)).toEqual([
      ...["heading", "text", "continuation", "blank", "text", "table", "table", "break"],
      ...["text", "underline", "text", "continuation", "marker", "break"],
    ]);
  });
});
