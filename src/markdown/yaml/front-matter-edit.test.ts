import { describe, expect, it } from "vitest";
import type { DataEdit } from "./data-edit.ts";
import { editFrontMatter } from "./front-matter-edit.ts";

const file = `---
# what this is
name: "x"   # the name
version: '1.0.0'
empty:
noted: # note
tags: [a, "b"] # tags
tall: [
  a,
  b # last
]
dependencies:
  # about one
  - ../one/spec.md # c1
  - ref: ../two/spec.md
    optional: true
  # trailing

text: |
  first
  second

work_type:
  fix:
    fixed_headings:
      - "#a"
custom: 7
# the end
---
# Body
---
`;

/** The lines that an edit takes out (-) and puts in (+), between the common start and the common end. */
function changes(edit: DataEdit, text = file): string[] {
  const result = editFrontMatter(text, [edit]);
  if (!result.ok) return [result.fault.message];
  const before = text.split("\n");
  const after = result.value.split("\n");
  const same = (at: number) => before[at] !== undefined && before[at] === after[at];
  let start = 0;
  while (same(start)) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end++;
  const taken = before.slice(start, before.length - end).map((line) => `-${line}`);
  return [...taken, ...after.slice(start, after.length - end).map((line) => `+${line}`)];
}

function edited(text: string, ...edits: DataEdit[]): string {
  const result = editFrontMatter(text, edits);
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
}

describe("setting a field", () => {
  it("keeps its quotes, its comment and everything else", () => {
    expect(changes({ op: "set", path: ["version"], value: "1.1.0" })).toEqual([
      "-version: '1.0.0'",
      "+version: '1.1.0'",
    ]);
    expect(changes({ op: "set", path: ["name"], value: "y: z" })).toEqual([
      '-name: "x"   # the name',
      '+name: "y: z"   # the name',
    ]);
    expect(changes({ op: "set", path: ["custom"], value: "true" })).toEqual([
      "-custom: 7",
      '+custom: "true"',
    ]);
    expect(changes({ op: "set", path: ["custom"], value: true })).toEqual(["-custom: 7", "+custom: true"]);
  });

  it("fills a field that has no value, before its comment", () => {
    expect(changes({ op: "set", path: ["empty"], value: "v" })).toEqual(["-empty:", "+empty: v"]);
    expect(changes({ op: "set", path: ["noted"], value: "v" })).toEqual([
      "-noted: # note",
      "+noted: v # note",
    ]);
  });

  it("replaces block text and block collections as a whole", () => {
    expect(changes({ op: "set", path: ["text"], value: "one" })).toEqual([
      "-text: |",
      "-  first",
      "-  second",
      "+text: one",
    ]);
    expect(changes({ op: "set", path: ["work_type"], value: { feat: {} } })).toEqual([
      ...["-  fix:", "-    fixed_headings:", '-      - "#a"', "+  feat: {}"],
    ]);
  });

  it("reaches into mappings and lists", () => {
    expect(changes({ op: "set", path: ["dependencies", 1, "optional"], value: false })).toEqual([
      "-    optional: true",
      "+    optional: false",
    ]);
    expect(changes({ op: "set", path: ["dependencies", 1, "type"], value: "implementation" })).toEqual([
      "+    type: implementation",
    ]);
    expect(
      changes({ op: "set", path: ["dependencies", 0], value: { ref: "../one/spec.md", optional: true } }),
    ).toEqual([...["-  - ../one/spec.md # c1", "+  - ref: ../one/spec.md", "+    optional: true # c1"]]);
  });

  it("puts a new key at the end of the block, with the mappings on the way", () => {
    expect(changes({ op: "set", path: ["a", "b"], value: ["x", { y: null }] })).toEqual([
      ...["+a:", "+  b:", "+    - x", "+    - y: null"],
    ]);
  });

  it("refuses a path that runs through a single value", () => {
    expect(changes({ op: "set", path: ["version", "x"], value: 1 })).toEqual([
      "`version` holds a single value and so no field `x`.",
    ]);
    expect(changes({ op: "set", path: ["tags", 9], value: 1 })).toEqual([
      "`tags` is a list without an item `9`.",
    ]);
    expect(changes({ op: "set", path: [], value: 1 })).toEqual(["The path of an edit names no field."]);
  });
});

describe("adding to a list", () => {
  it("keeps block style, indentation and the comments between", () => {
    expect(changes({ op: "add-item", path: ["dependencies"], value: "https://x.y/z" })).toEqual([
      "+  - https://x.y/z",
    ]);
    expect(
      changes({ op: "add-item", path: ["dependencies"], value: { ref: "../3.md", optional: true } }),
    ).toEqual([...["+  - ref: ../3.md", "+    optional: true"]]);
    const flush = "---\nl:\n- 'a'\n---\n";
    expect(edited(flush, { op: "add-item", path: ["l"], value: "b" })).toBe("---\nl:\n- 'a'\n- 'b'\n---\n");
  });

  it("keeps brackets, on one line or on many", () => {
    expect(changes({ op: "add-item", path: ["tags"], value: "c, d" })).toEqual([
      '-tags: [a, "b"] # tags',
      '+tags: [a, "b", "c, d"] # tags',
    ]);
    expect(changes({ op: "add-item", path: ["tall"], value: "c" })).toEqual([
      "-  b # last",
      "+  b, # last",
      "+  c",
    ]);
    expect(edited("---\nl: []\n---\n", { op: "add-item", path: ["l"], value: "a" })).toBe(
      "---\nl: [a]\n---\n",
    );
  });

  it("makes the list where there is none", () => {
    expect(changes({ op: "add-item", path: ["noted"], value: "v" })).toEqual(["+  - v"]);
    expect(changes({ op: "add-item", path: ["fresh"], value: "v" })).toEqual(["+fresh:", "+  - v"]);
    expect(changes({ op: "add-item", path: ["name"], value: "v" })).toEqual(["`name` is not a list."]);
  });

  it("changes nothing when an equal item is there", () => {
    expect(edited(file, { op: "add-item", path: ["tags"], value: "b" })).toBe(file);
    expect(
      edited(file, {
        op: "add-item",
        path: ["dependencies"],
        value: { optional: true, ref: "../two/spec.md" },
      }),
    ).toBe(file);
  });
});

describe("removing", () => {
  it("takes the lines of a key and no others", () => {
    expect(changes({ op: "remove", path: ["name"] })).toEqual(['-name: "x"   # the name']);
    expect(changes({ op: "remove", path: ["text"] })).toEqual(["-text: |", "-  first", "-  second"]);
    expect(edited(file, { op: "remove", path: ["nope"] })).toBe(file);
  });

  it("takes an item by its value or its index", () => {
    expect(changes({ op: "remove-item", path: ["dependencies"], value: "../one/spec.md" })).toEqual([
      "-  - ../one/spec.md # c1",
    ]);
    expect(changes({ op: "remove", path: ["dependencies", 1] })).toEqual([
      "-  - ref: ../two/spec.md",
      "-    optional: true",
    ]);
    expect(changes({ op: "remove-item", path: ["tags"], value: "a" })).toEqual([
      '-tags: [a, "b"] # tags',
      '+tags: ["b"] # tags',
    ]);
    expect(changes({ op: "remove-item", path: ["tall"], value: "a" })).toEqual(["-  a,"]);
    expect(changes({ op: "remove", path: ["dependencies", 1, "ref"] })).toEqual([
      ...["-  - ref: ../two/spec.md", "-    optional: true", "+  - optional: true"],
    ]);
  });

  it("leaves an empty collection, not nothing, when the last entry goes", () => {
    expect(changes({ op: "remove-item", path: ["work_type", "fix", "fixed_headings"], value: "#a" })).toEqual(
      [...["-    fixed_headings:", '-      - "#a"', "+    fixed_headings: []"]],
    );
    expect(changes({ op: "remove", path: ["work_type", "fix"] }).at(-1)).toBe("+work_type: {}");
    expect(edited("---\na: 1\n---\nx", { op: "remove", path: ["a"] })).toBe("---\n---\nx");
  });
});

describe("the rest of the file", () => {
  it("stays byte-identical with CRLF, lone CR, mixed endings and a byte order mark", () => {
    const text = "\uFEFF---\r\na: 1 # x\r\nl:\r\n  - 'p'\r\n---\r\nbody\nmixed\rend";
    const after = edited(
      text,
      { op: "set", path: ["a"], value: 2 },
      { op: "add-item", path: ["l"], value: "q" },
    );
    expect(after).toBe("\uFEFF---\r\na: 2 # x\r\nl:\r\n  - 'p'\r\n  - 'q'\r\n---\r\nbody\nmixed\rend");
    expect(edited("---\rl:\r- a\r---\rb", { op: "add-item", path: ["l"], value: "z" })).toBe(
      "---\rl:\r- a\r- z\r---\rb",
    );
  });

  it("gets a front matter block when it has none, in its own line ending", () => {
    const edit: DataEdit = { op: "set", path: ["name"], value: "n" };
    expect(edited("\uFEFF# T\r\nx\r\n", edit)).toBe("\uFEFF---\r\nname: n\r\n---\r\n# T\r\nx\r\n");
    expect(edited("", edit)).toBe("---\nname: n\n---\n");
    expect(edited("# T\n", { op: "remove", path: ["name"] })).toBe("# T\n");
  });

  it("is not touched when the block cannot be read", () => {
    for (const text of ["---\na: 1\n", "---js\nx\n---\n", "---\na: b: c\n---\n", "---\n- a\n---\n"]) {
      expect(editFrontMatter(text, [{ op: "set", path: ["a"], value: 1 }])).toMatchObject({
        ok: false,
        fault: { code: "invalid_front_matter" },
      });
    }
  });
});

describe("anchors and tags", () => {
  it("are edited where the meaning is clear and refused where it is not", () => {
    const text = "---\na: &x [1]\nb: *x\nn: !!int 5\n---\n";
    expect(changes({ op: "add-item", path: ["b"], value: 2 }, text)).toEqual([
      "-b: *x",
      "+b:",
      "+  - 1",
      "+  - 2",
    ]);
    expect(changes({ op: "set", path: ["n"], value: "t" }, text)).toEqual(["-n: !!int 5", "+n: t"]);
    expect(changes({ op: "remove", path: ["a"] }, text)).toEqual([
      "`a` is written in a way that cannot be changed in place, such as an anchor or a tag.",
    ]);
  });
});

describe("values", () => {
  it.each([
    "",
    " ",
    "null",
    "~",
    "1e3",
    "0x1F",
    "- a",
    "? b",
    "a: b",
    "a #b",
    "#a",
    "@x",
    "%x",
    "!x",
    "&x",
    "*x",
    "[",
    "{a}",
    "a\nb",
  ])("come back as the text %j", (value) => {
    for (const start of [
      "---\nk: plain\n---\n",
      "---\nk: 'single'\n---\n",
      "---\nk: [x]\n---\n",
      "---\n---\n",
    ]) {
      const text = edited(start, { op: "set", path: ["k"], value });
      expect(edited(text, { op: "set", path: ["k"], value })).toBe(text);
    }
  });

  it("survive with control characters, surrogates and byte order marks in them", () => {
    for (const value of [
      "\u0000\u001b",
      "\u2028\u2029\u0085",
      "\ufeffx",
      "\ud83d\ude00",
      "\ud800",
      "\r\n\t",
      "'\"\\",
    ]) {
      expect(editFrontMatter("---\nk: 1\n---\n", [{ op: "set", path: ["k"], value }]).ok).toBe(true);
    }
  });
});
