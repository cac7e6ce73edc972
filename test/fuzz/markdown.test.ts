import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanBlocks } from "../../src/markdown/blocks/blocks.ts";
import { readComments } from "../../src/markdown/blocks/comments.ts";
import { draftLine } from "../../src/markdown/blocks/line.ts";
import { splitLinesInto } from "../../src/markdown/blocks/lines.ts";
import { readParagraphs } from "../../src/markdown/blocks/paragraphs.ts";
import { type MarkdownDocument, readMarkdown, renderMarkdown } from "../../src/markdown/document.ts";
import type { Heading } from "../../src/markdown/headings.ts";
import { readLinks } from "../../src/markdown/inline/links.ts";
import { plainText } from "../../src/markdown/inline/plain-text.ts";
import { readListItems } from "../../src/markdown/list-items.ts";
import { flattenSections, sections } from "../../src/markdown/sections.ts";
import { readTasks, toggleTask } from "../../src/markdown/tasks.ts";
import { splitFrontMatter, splitFrontMatterLines } from "../../src/markdown/yaml/front-matter.ts";
import { parseFrontMatter } from "../../src/markdown/yaml/front-matter-data.ts";

const runs = Number(process.env["HEWTO_FUZZ"] ?? 150);
const timeout = Math.max(60_000, runs * 20);

const pieces = [
  ...[
    "# ",
    "## h ##",
    "#",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "2) ",
    "> ",
    "[ ] ",
    "[x] ",
    "```",
    "````",
    "~~~",
    "<!--",
    "-->",
  ],
  ...[
    "---",
    "...",
    "===",
    "***",
    "|",
    "|-",
    "    ",
    "\t",
    " ",
    "[a]",
    "(b)",
    "[a]: b",
    "<https://x.y>",
    "<pre>",
    "</pre>",
  ],
  ...[
    "`",
    "``",
    "*",
    "**",
    "_",
    "~~",
    "\\",
    "!",
    "&amp;",
    "key: value",
    "text",
    "ß",
    "日本",
    "🚀",
    "\ud800",
    "\u0000",
  ],
  ...["\n", "\n", "\n", "\n\n", "\r\n", "\r", "\uFEFF"],
];
const soup = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...pieces) },
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(""));

/** Everything that can be read out of a document, for its checks on the way. */
function readAll(document: MarkdownDocument): void {
  const last = document.lines.length;
  for (const section of flattenSections(sections(document))) {
    expect(section.endLine).toBeLessThanOrEqual(last);
    expect(section.endLine).toBeGreaterThanOrEqual(section.ownEndLine);
  }
  for (const link of readLinks(document)) {
    expect(document.lines[link.line - 1]?.offset).toBe(link.offset - link.column + 1);
    expect(link.end).toBeGreaterThan(link.offset);
  }
  for (const comment of readComments(document)) {
    expect(document.text.slice(comment.offset, comment.offset + 4)).toBe("<!--");
    expect(comment.endLine).toBeGreaterThanOrEqual(comment.line);
  }
  for (const item of readListItems(document)) expect(item.endLine).toBeGreaterThanOrEqual(item.line);
  for (const paragraph of readParagraphs(document)) plainText(paragraph.text);
  readTasks(document);
  parseFrontMatter(document.frontMatter, { lenient: true });
}

describe("any text", () => {
  it("is read without a throw and given back byte by byte", { timeout }, () => {
    const property = fc.property(soup, (text) => {
      const document = readMarkdown(text);
      expect(renderMarkdown(document)).toBe(text);
      expect(document.bom + document.lines.map((line) => line.text + line.ending).join("")).toBe(text);
      const { bom, open, raw, close, body } = splitFrontMatter(text);
      expect(bom + open + raw + close + body).toBe(text);
      for (const line of document.lines) {
        expect(text.startsWith(line.text + line.ending, line.offset)).toBe(true);
        expect(line.content).toBeLessThanOrEqual(line.text.length);
      }
      readAll(document);
    });
    fc.assert(property, { numRuns: runs });
  });
});

describe("shortcuts", () => {
  // Mostly lines of plain documents, and every sort of line that ends a shortcut.
  const usual = [
    ...["# one", "## two ##", "#tag", "#", "text", "more text", "", "", "", "- item", "- **bold** item"],
    ...[
      "* item",
      "1. item",
      "  - nested",
      "  indented",
      "    code",
      "> quote",
      "> ```",
      "- ```",
      "| a | b |",
    ],
  ];
  const odd = [
    ...[
      "   ### three",
      "    # code",
      "\ttab",
      "  indented",
      "- ",
      "-",
      "---",
      "- - x",
      "-x",
      "===",
      "= x",
      "***",
    ],
    ...[
      "* item",
      "1. item",
      "2) # x",
      "- # x",
      "  - nested",
      "> quote",
      "> # x",
      "> ```",
      "- ```",
      "  ```",
      "<div>",
    ],
    ...[
      "```",
      "```js",
      "````",
      "``` `",
      "~~~",
      "# bash",
      "<!-- note -->",
      "<!--",
      "-->",
      "x <!-- y",
      "<pre>",
      "</pre>",
    ],
    ...["| a | b |", "|---|---|", "[a]: b", "\uFEFFtext", "a\u2028# b", " \t", "日本"],
  ];
  const line = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
  const ending = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r");
  const lines = fc.array(line, { maxLength: 40 });
  const lined = fc
    .tuple(lines, ending, fc.constantFrom("", "\n"))
    .map(([all, end, last]) => all.join(end) + last);
  const text = fc.oneof({ weight: 4, arbitrary: lined }, { weight: 1, arbitrary: soup });

  it("give the headings, comments and open blocks that reading every line gives", { timeout }, () => {
    const property = fc.property(text, (source) => {
      const whole = readMarkdown(source);
      const { length } = whole.lines;
      const quick = readMarkdown(source);
      expect(quick.headings.map(fields)).toEqual(whole.headings.map(fields));
      expect([quick.comments, quick.unclosed, quick.lineCount]).toEqual([
        whole.comments,
        whole.unclosed,
        length,
      ]);
      const offsetOf = (number: number) => whole.lines[number - 1]?.offset ?? source.length;
      for (const { line, contentLine, ownEndLine, ...offsets } of quick.headings.map(fields)) {
        expect(offsets).toMatchObject({
          offset: offsetOf(line),
          contentOffset: offsetOf(contentLine),
          ownEndOffset: offsetOf(ownEndLine + 1),
        });
      }
    });
    fc.assert(property, { numRuns: runs * 4 });
  });

  it("give the same lines of a section alone as in the whole", { timeout }, () => {
    const property = fc.property(text, (source) => {
      const whole = readMarkdown(source);
      for (const { contentLine, ownEndLine, endLine } of whole.headings) {
        for (const last of [ownEndLine, endLine]) {
          const part = readMarkdown(source).linesBetween(contentLine, last);
          expect(part).toEqual(whole.lines.slice(contentLine - 1, last));
        }
      }
    });
    fc.assert(property, { numRuns: runs * 4 });
  });

  it("in the block scan change nothing of any line", { timeout }, () => {
    const scan = (source: string, hasShortcuts: boolean) => {
      const lines = splitLinesInto(source, 0, draftLine);
      const { bodyLine } = splitFrontMatterLines(source, "", lines);
      return { lines, ...scanBlocks(source, lines, bodyLine - 1, hasShortcuts) };
    };
    const property = fc.property(text, (source) => {
      expect(scan(source, true)).toEqual(scan(source, false));
    });
    fc.assert(property, { numRuns: runs * 4 });
  });
});

/** A heading with the fields that are read when they are asked for. */
function fields(heading: Heading) {
  const { text, slug } = heading;
  return { ...heading, text, slug };
}

describe("headings", () => {
  const vocabulary = [
    ...[
      "# one",
      "## two ##",
      "#tag",
      "   ### three",
      "    # code",
      "text",
      "more text",
      "",
      "",
      "```",
      "```js",
      "````",
    ],
    ...["~~~", "<!-- note -->", "<!--", "-->", "===", "---", "####### seven", "#", "\ttab"],
  ];
  const flat = fc.array(fc.constantFrom(...vocabulary), { maxLength: 25 });

  it("are those of a line-by-line reading, in documents without lists and quotes", { timeout }, () => {
    const property = fc.property(flat, fc.constantFrom("\n", "\r\n", "\r"), (lines, ending) => {
      // A first line of `---` may open front matter, which the oracle does not know.
      const text = ["start", ...lines].join(ending);
      const found = readMarkdown(text).headings.map((heading) => `${heading.level}@${heading.line}`);
      expect(found).toEqual(headingsByLine(["start", ...lines]));
    });
    fc.assert(property, { numRuns: runs });
  });

  const block = fc.constantFrom(
    { lines: ["# One"], titles: ["One"] },
    { lines: ["### Three ###"], titles: ["Three"] },
    { lines: ["Under", "====="], titles: ["Under"] },
    { lines: ["A paragraph", "of two lines."], titles: [] },
    { lines: ["````md", "# no", "```", "## no", "```", "````"], titles: [] },
    { lines: ["- item", "", "  ```", "  # no", "  ```", "  # no"], titles: [] },
    { lines: ["1. item", "   - inner", "     ~~~", "     # no", "", "     ~~~"], titles: [] },
    { lines: ["> # no", "> ```", "> # no"], titles: [] },
    { lines: ["<!--", "# no", "```", "-->"], titles: [] },
    { lines: ["<pre>", "# no", "</pre>"], titles: [] },
    { lines: ["| a | b |", "|---|---|", "| 1 | 2 |"], titles: [] },
    { lines: ["    # no"], titles: [] },
  );

  it("are those that were put in, whatever is between them", { timeout }, () => {
    const property = fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      // Plain text at the margin ends any list or quote before the next block.
      const text = blocks.flatMap(({ lines }) => [...lines, "", "plain", ""]).join("\n");
      expect(readMarkdown(text).headings.map((heading) => heading.title)).toEqual(
        blocks.flatMap(({ titles }) => titles),
      );
    });
    fc.assert(property, { numRuns: runs });
  });
});

describe("toggling a task", () => {
  const line = fc.constantFrom(
    ...[
      "- [ ] a",
      "- [x] b",
      "  * [X] c",
      "1. [ ] d",
      "- [~] e",
      "- [] f",
      "```",
      "<!--",
      "-->",
      "text",
      "",
      "# h",
      "> - [ ] q",
    ],
  );
  it("changes one character and nothing else that can be read", { timeout }, () => {
    const property = fc.property(
      fc.array(line, { maxLength: 15 }),
      fc.constantFrom("\n", "\r\n"),
      (lines, ending) => {
        const text = lines.join(ending);
        const before = readTasks(readMarkdown(text));
        for (const task of before) {
          const result = toggleTask(text, task.line);
          if (!result.ok) throw new Error(result.fault.message);
          const inserted = result.value.length - text.length;
          expect(inserted).toBe(task.mark === "" && text[task.boxOffset] === "]" ? 1 : 0);
          expect(result.value.slice(0, task.boxOffset)).toBe(text.slice(0, task.boxOffset));
          expect(result.value.slice(task.boxOffset + 1)).toBe(text.slice(task.boxOffset + 1 - inserted));
          const after = readTasks(readMarkdown(result.value));
          expect(
            after.map((each) => [each.line, each.text, each.done !== (each.line === task.line)]),
          ).toEqual(before.map((each) => [each.line, each.text, each.done]));
        }
      },
    );
    fc.assert(property, { numRuns: runs });
  });
});

describe("hostile input", () => {
  const size = 200_000;
  const repeated = [
    ...[
      "#",
      "*",
      "*a ",
      "a**b*",
      "_a",
      "*_",
      "`",
      "`a``b",
      "<!--",
      "x <!-- ",
      "x <!-- y\n",
      "x<!---->",
      " ",
      "\t",
      "[",
      "[a](",
    ],
    ...[
      "<",
      "<a ",
      "<a@b",
      ">",
      "> > a\n",
      "- ",
      "- - a\n",
      "1. ",
      "\n",
      "\r",
      "a\n=\n",
      "&amp",
      "\\",
      "```\n",
      "- ```\n",
      "~",
    ],
    ...[
      "|-",
      "[a]: b\n",
      '[a]: b "\n',
      "[x][y]",
      "[a]((",
      '[a](b "',
      "[a](b[c](d",
      "<pre>",
      "---x\n",
      "=",
      "--> <!--",
      "> a\nb\n",
    ],
    ...["# <b ", "- [ ] x\n", "# a\n# a-1\n"],
  ];
  const mixed = [
    `${"[".repeat(size)}${"]".repeat(size)}`,
    `${"![".repeat(size)}${"](a)".repeat(size)}`,
    `${"<".repeat(size)}>`,
    `- [${" ".repeat(size)}`,
    `---${" ".repeat(size)}x`,
    `# ${"*".repeat(size)}a${"*".repeat(size)}`,
    `# ${"-".repeat(size)}x`,
    `${Array.from({ length: 800 }, (_, at) => "`".repeat(at + 1)).join(" ")} <!-- x`,
    `${"- ".repeat(100)}a\n${"\n".repeat(size)}`,
    `---\n${"a: b: c\n".repeat(2_000)}---\n`,
  ];

  // A quadratic step anywhere would need minutes for one of these.
  it.each(
    [...repeated.map((piece) => piece.repeat(Math.ceil(size / piece.length))), ...mixed].map((text) => [
      text.slice(0, 12),
      text,
    ]),
  )("starting with %j is read in one pass", { timeout: 20_000 }, (_, text) => {
    const document = readMarkdown(text);
    expect(renderMarkdown(document)).toBe(text);
    readLinks(document);
    readTasks(document);
    readListItems(document);
    for (const paragraph of readParagraphs(document)) plainText(paragraph.text);
    parseFrontMatter(document.frontMatter, { lenient: true });
  });
});

/** Headings by the plainest reading: one line after another, with what is open at the time. */
function headingsByLine(lines: readonly string[]): string[] {
  const found: string[] = [];
  let paragraph: number | undefined;
  let codeMayFollow = true;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const number = index + 1;
    const blank = line.trim() === "";
    const deep = /^(?: {4}|\t)/.test(line);
    const level = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line)?.[1]?.length;
    const code: boolean = deep && paragraph === undefined && codeMayFollow;
    const last = lastOfBlock(lines, index, paragraph !== undefined);
    codeMayFollow = last === undefined && (blank || code);
    if (last !== undefined) {
      index = last;
      paragraph = undefined;
    } else if (blank || code) {
      paragraph = undefined;
    } else if (level !== undefined) {
      found.push(`${level}@${number}`);
      paragraph = undefined;
    } else if (/^(?:=+|-+)$/.test(line) && paragraph !== undefined) {
      found.push(`${line.startsWith("=") ? 1 : 2}@${paragraph}`);
      paragraph = undefined;
    } else if (line !== "---") {
      paragraph ??= number;
    }
  }
  return found;
}

/** The last line of the fence or comment that starts here; undefined when none does. */
function lastOfBlock(lines: readonly string[], start: number, inParagraph: boolean): number | undefined {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[start] ?? "")?.[1];
  const isComment = lines[start]?.startsWith("<!--") === true;
  if (fence === undefined && !isComment) return undefined;
  const closes = (line: string) =>
    fence === undefined ? line.includes("-->") : new RegExp(`^ {0,3}${fence}+$`).test(line);
  const reopens = (line: string) =>
    fence === undefined ? line.startsWith("<!--") : new RegExp(`^ {0,3}${fence}+[a-z]`).test(line);
  const after = (from: number, fits: (line: string) => boolean) => {
    const at = lines.findIndex((line, index) => index >= from && fits(line));
    return at < 0 ? lines.length : at;
  };
  const close = after(isComment ? start : start + 1, closes);
  const heading = after(start + 1, (line) => /^ {0,3}#{2,6}[ \t]/.test(line));
  if (isComment && inParagraph && close >= heading) return undefined;
  const isLost = close === lines.length || after(heading, reopens) < close;
  // A comment that opens and closes on one line closes the one above it, though it looks like another.
  const isReallyLost = heading < close && (isLost || (isComment && after(heading, reopens) === close));
  return isReallyLost ? heading - 1 : Math.min(close, lines.length - 1);
}
