import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument } from "./document.ts";

const read = (text: string) => readDocument(text);
const rulesOf = (text: string) => {
  const reading = read(text);
  return (reading.document?.problems ?? ("problems" in reading ? reading.problems : [])).map(
    ({ rule }) => rule,
  );
};

test("a plain SKILL.md gives its name, its description on one line and all its fields", () => {
  const { document } = read("---\nname: pdf\ndescription: >\n  Reads\n  PDF files.\nlicense: MIT\n---\nbody");
  expect(document).toMatchObject({
    name: "pdf",
    description: "Reads PDF files.",
    fields: { name: "pdf", license: "MIT" },
    verbatim: true,
    problems: [],
  });
  expect(document?.lines.get("license")).toBe(6);
});

test("code in front matter is never evaluated, whatever its language", () => {
  for (const language of ["js", "javascript", "coffee", "json", "toml"]) {
    const text = `---${language}\n{ name: "x", description: process.exit(7) }\n---\n`;
    expect(rulesOf(text)).toEqual(["front-matter-language"]);
  }
});

test("front matter without a closing fence is an error", () => {
  expect(rulesOf("---\nname: a\ndescription: b\n\nbody")).toEqual(["front-matter-unclosed"]);
});

test("an unquoted colon in a value is read as text, with a warning and its line", () => {
  const { document } = read("---\nname: a\ndescription: Use when: user asks # always\n---\n");
  expect(document?.description).toBe("Use when: user asks # always");
  expect(document?.verbatim).toBe(false);
  expect(document?.problems).toMatchObject([{ rule: "yaml-unquoted-value", severity: "warning", line: 3 }]);
});

test("numbers, dates and booleans as name or description are read as text", () => {
  const { document } = read("---\nname: 0123\ndescription: 2024-01-01\n---\n");
  expect(document).toMatchObject({ name: "0123", description: "2024-01-01" });
  expect(rulesOf("---\nname: 12\ndescription: true\n---\n")).toEqual([
    "name-not-text",
    "description-not-text",
  ]);
});

test("a byte order mark, CRLF and spaces after the fence are accepted", () => {
  const { document } = read("\ufeff---  \r\nname: a\r\ndescription: b\r\n---\t\r\nbody\r\n");
  expect(document).toMatchObject({ name: "a", description: "b" });
});

test("missing, empty and structured fields are errors that name the field", () => {
  expect(rulesOf("---\ndescription: b\n---\n")).toEqual(["missing-name"]);
  expect(rulesOf("---\nname: a\n---\n")).toEqual(["missing-description"]);
  expect(rulesOf('---\nname: a\ndescription: "  "\n---\n')).toEqual(["empty-description"]);
  expect(rulesOf("---\nname: [a]\ndescription: b\n---\n")).toEqual(["invalid-name"]);
  expect(rulesOf('---\nname: "a:"\ndescription: b\n---\n')).toEqual(["invalid-name"]);
});

test("a file without front matter, with four dashes or with a late fence is reported with the reason", () => {
  expect(rulesOf("# Title\n")).toEqual(["missing-front-matter"]);
  expect(rulesOf("")).toEqual(["missing-front-matter"]);
  const late = read("\n\n---\nname: a\ndescription: b\n---\n");
  expect("problems" in late && late.problems[0]?.message).toMatch(/on line 1/);
  expect(rulesOf("----\nname: a\ndescription: b\n----\n")).toEqual(["missing-front-matter"]);
});

test("broken YAML is an error on its line; a list and duplicate keys are refused", () => {
  const broken = read("---\nname: a\ndescription: b\nmetadata:\n  a: 1\n b: 2\n---\n");
  expect("problems" in broken && broken.problems[0]).toMatchObject({ rule: "yaml-syntax", line: 6 });
  expect(rulesOf("---\n- a\n- b\n---\n")).toEqual(["yaml-not-mapping"]);
  expect(rulesOf("---\nname: a\nname: b\ndescription: c\n---\n")).toEqual(["yaml-duplicate-key"]);
});

test("exponential YAML aliases are refused instead of filling the memory", () => {
  const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`);
  const text = `---\nname: a\ndescription: b\na0: &a0 [x]\n${levels.join("\n")}\n---\n`;
  expect(rulesOf(text)).toEqual(["yaml-size"]);
});

test("invisible characters are removed from names and descriptions", () => {
  const { document } = read("---\nname: p\u200bdf\ndescription: Read\u202e files\u{e0041}\u{e0042}.\n---\n");
  expect(document).toMatchObject({ name: "pdf", description: "Read files." });
});

test("tags of other YAML dialects run nothing", () => {
  const { document } = read(
    '---\nname: a\ndescription: b\nx: !!js/function "function(){ process.exit(9) }"\n---\n',
  );
  expect(document?.name).toBe("a");
});

const piece = fc.constantFrom(
  ...[
    "---",
    "---js",
    "...",
    "\n",
    "\r\n",
    "\r",
    "\ufeff",
    "name",
    "description",
    ": ",
    ":",
    " ",
    "a",
    '"',
    "'",
    "|",
    ">",
  ],
  ...[
    "[",
    "{",
    "&a",
    "*a",
    "!!js/function",
    "- ",
    "#",
    "\t",
    "\0",
    "\u202e",
    "\u{e0041}",
    "é",
    "null",
    "1",
    "~",
    "%",
    "\\",
  ],
);

test("any file gives either a document with plain text or problems with lines", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, framed) => {
      const text = framed ? `---\nname: a${pieces.join("")}\ndescription: b\n---\n` : pieces.join("");
      const reading = read(text);
      if (!reading.document) {
        expect(reading.problems.length).toBeGreaterThan(0);
        for (const { line } of reading.problems) expect(line).toBeGreaterThan(0);
        return;
      }
      for (const words of [reading.document.name, reading.document.description]) {
        expect(words).toMatch(/^\S/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
        expect(words).not.toMatch(/[\u0000-\u001f\u202e]|[\u{e0000}-\u{e007f}]/u);
      }
    }),
    { numRuns: 3000 },
  );
});
