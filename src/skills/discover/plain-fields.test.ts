import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readPlainFields } from "./plain-fields.ts";

const asObject = (raw: string) => {
  const fields = readPlainFields(raw);
  return fields && Object.fromEntries(fields.map(({ key, value }) => [key, value]));
};

test("plain lines are read without a YAML parser, with their lines", () => {
  expect(readPlainFields("name: pdf\r\ndescription: Reads it's “files”, [all] of them.  \r\n")).toEqual([
    { key: "name", value: "pdf", line: 1 },
    { key: "description", value: "Reads it's “files”, [all] of them.", line: 2 },
  ]);
});

test("anything that YAML could read differently is left to YAML", () => {
  const others = [
    "name: 1",
    "name: true",
    "name: a: b",
    "name: a # b",
    "name: |",
    "name: a\n  b",
    "a: x\na: y",
  ];
  for (const raw of [...others, "# c\nname: a", "null: a", "name: ~", 'name: "a"', "name:", "", "name: a:"]) {
    expect(readPlainFields(raw), raw).toBeUndefined();
  }
});

const piece = fc.constantFrom(
  "a",
  "B",
  ":",
  " ",
  "#",
  "\n",
  "\r\n",
  "-",
  "'",
  '"',
  "[",
  "{",
  "&",
  "*",
  "!",
  "|",
  ">",
  "%",
  "@",
  "`",
  ",",
  "?",
  "1",
  ".",
  "~",
  "\t",
  "é",
  "\u2028",
  "\u0085",
  "name: ",
  "true",
  "null",
  "\\",
  "=",
  "<<: ",
);

test("YAML reads the same values", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const raw = `name: ${pieces.join("")}\nother: text\n`;
      const read = asObject(raw);
      if (read) expect(parse(raw, { version: "1.2", schema: "core" })).toEqual(read);
    }),
    { numRuns: 5000 },
  );
});
