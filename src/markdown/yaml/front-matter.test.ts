import { describe, expect, it } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";
import { parseFrontMatter } from "./front-matter-data.ts";
import { fieldPosition, fieldSource, readYamlMapping } from "./yaml-read.ts";

function parse(text: string, lenient = false) {
  return parseFrontMatter(splitFrontMatter(text), { lenient });
}

describe("splitFrontMatter", () => {
  it("cuts a text so that its parts joined are the text", () => {
    const texts = [
      "",
      "x",
      "---\n---\n",
      "---\r\na: 1\r\n--- \r\nbody",
      "\uFEFF---\na: 1\n...\nb",
      "---\na: 1",
      "--- \nx\n---",
    ];
    for (const text of texts) {
      const { bom, open, raw, close, body } = splitFrontMatter(text);
      expect(bom + open + raw + close + body).toBe(text);
    }
  });

  it("gives the lines of the block and of the body", () => {
    expect(splitFrontMatter("\uFEFF---\r\na: 1\r\n---\r\n# T\r\n")).toMatchObject({
      present: true,
      raw: "a: 1\r\n",
      body: "# T\r\n",
      startLine: 1,
      endLine: 3,
      bodyLine: 4,
      problems: [],
    });
    expect(splitFrontMatter("# T\n")).toMatchObject({
      present: false,
      bodyLine: 1,
      body: "# T\n",
      problems: [],
    });
  });

  it("takes an empty block as a block", () => {
    expect(splitFrontMatter("---\n---\n")).toMatchObject({ present: true, raw: "" });
  });

  it("does not take an indented `---` of a block scalar as the end", () => {
    expect(splitFrontMatter("---\na: |\n  ---\n---\n")).toMatchObject({ raw: "a: |\n  ---\n" });
  });

  it("reports a block that is never closed, with its line", () => {
    expect(splitFrontMatter("---\na: 1\n# T\n")).toMatchObject({
      present: false,
      problems: [{ rule: "front-matter-unclosed", line: 1 }],
    });
  });

  it.each(["---js", "---javascript", "--- json", "---toml"])("never reads what %s opens", (open) => {
    const split = splitFrontMatter(`${open}\nmodule.exports = {}\n---\nbody`);
    expect(split).toMatchObject({ present: true, problems: [{ rule: "front-matter-language", line: 1 }] });
    expect(parseFrontMatter(split, { lenient: true })).toMatchObject({
      ok: false,
      fault: { code: "invalid_front_matter", message: expect.stringContaining("nothing is ever run") },
    });
  });
});

describe("parseFrontMatter", () => {
  it("reads YAML 1.2 by the core schema: words such as yes and dates stay text", () => {
    const result = parse(
      "---\nname: yes\ndate: 2024-01-01\nversion: 1.0.0\nn: 12\non: true\nempty:\n<<: x\n---\n",
    );
    expect(result.ok && result.value.data).toEqual({
      name: "yes",
      date: "2024-01-01",
      version: "1.0.0",
      n: 12,
      on: true,
      empty: null,
      "<<": "x",
    });
  });

  it("gives empty data for a text without front matter and for an empty block", () => {
    for (const text of ["# T\n", "---\n---\n", "---\n# only a comment\n---\n"]) {
      expect(parse(text)).toMatchObject({ ok: true, value: { data: {}, problems: [] } });
    }
  });

  it("reads CRLF, lone CR and a byte order mark", () => {
    for (const ending of ["\r\n", "\r"]) {
      const text = `\uFEFF---\na: x\nb:\n  - y\nc: |\n  l1\n  l2\n---\nbody`.replaceAll("\n", ending);
      const result = parse(text);
      expect(result.ok && result.value.data).toEqual({ a: "x", b: ["y"], c: "l1\nl2\n" });
    }
  });

  it.each([
    ["a duplicate key", "---\na: 1\nb: 2\na: 3\n---\n", 4, 1, "yaml-duplicate-key"],
    ["a list", "---\n\n- a\n---\n", 3, 1, "yaml-not-mapping"],
    ["a single value", "---\nword\n---\n", 2, 1, "yaml-not-mapping"],
    ["an open bracket", "---\na: [1\n---\n", 3, 1, "yaml-syntax"],
    ["an unquoted colon", "---\nname: x\ndescription: Use when: y\n---\n", 3, 14, "yaml-syntax"],
    ["a tab as indentation", "---\na:\n\tb: 1\n---\n", 3, 1, "yaml-syntax"],
    ["an unknown alias", "---\na: *b\n---\n", 2, 4, "yaml-alias"],
    ["an alias inside its own anchor", "---\na: &a [*a]\n---\n", 2, 7, "yaml-alias"],
    ["a mapping as a key", "---\n? {a: 1}\n: 2\n---\n", 2, 3, "yaml-key"],
  ])("refuses %s and names the line and column in the file", (_, text, line, column, rule) => {
    expect(parse(text)).toMatchObject({
      ok: false,
      fault: { code: "invalid_front_matter", subject: { line, column, rule } },
    });
  });

  it("refuses the billion laughs instead of expanding them", () => {
    const bombs = [..."bcdefghij"].map(
      (name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[at]}`).join(",")}]`,
    );
    const text = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${bombs.join("\n")}\n---\n`;
    expect(parse(text)).toMatchObject({ ok: false, fault: { subject: { rule: "yaml-size" } } });
    expect(parse("---\na: &a [1, 2]\nb: *a\n---\n")).toMatchObject({
      ok: true,
      value: { data: { b: [1, 2] } },
    });
  });

  it("refuses nesting without end instead of overflowing the stack", () => {
    const stairs = Array.from({ length: 2_000 }, (_, at) => `${" ".repeat(at)}a:\n`).join("");
    const deep = ["[".repeat(50_000), "{a: ".repeat(20_000), "{a:\n".repeat(5_000), "a: ".repeat(20_000)];
    for (const text of [
      ...deep.map((value) => `a: ${value}\n`),
      "- ".repeat(50_000),
      "? ".repeat(50_000),
      stairs,
    ]) {
      expect(parse(`---\n${text}---\n`).ok).toBe(false);
      expect(parse(`---\n${text}---\n`, true).ok).toBe(false);
    }
    expect(parse(`---\na: ${"[".repeat(40)}${"]".repeat(40)}\n---\n`).ok).toBe(true);
  });

  it("keeps `__proto__` out of the data and says so", () => {
    const result = parse("---\n__proto__: {polluted: true}\nok: {__proto__: 1, constructor: c}\n---\n");
    if (!result.ok) throw new Error(result.fault.message);
    expect(Object.keys(result.value.data)).toEqual(["ok"]);
    expect(result.value.data["polluted"]).toBeUndefined();
    expect(result.value.data["ok"]).toEqual({ constructor: "c" });
    expect(result.value.problems.map((problem) => problem.rule)).toEqual([
      "yaml-reserved-key",
      "yaml-reserved-key",
    ]);
  });

  it("ignores tags that it does not know and says so", () => {
    const result = parse("---\nrun: !!js/function 'x'\n---\n");
    expect(result).toMatchObject({
      ok: true,
      value: { data: { run: "x" }, problems: [{ rule: "yaml-tag", line: 2 }] },
    });
  });

  it("gives the position of a field and how it is written", () => {
    const result = parse("---\nname: 1.10\nlist:\n  - ref: x\n---\n");
    if (!result.ok) throw new Error(result.fault.message);
    expect(fieldPosition(result.value, ["list", 0, "ref"])).toEqual({ line: 4, column: 5 });
    expect(fieldPosition(result.value, ["nope"])).toBeUndefined();
    expect(fieldSource(result.value, ["name"])).toBe("1.10");
    expect(fieldSource(result.value, ["list"])).toBeUndefined();
  });
});

describe("the lenient reading", () => {
  it("takes a value with an unquoted colon as text, wrapped lines included, and says so", () => {
    const text =
      "---\nname: x\ndescription: Use when: the user's\n  work: is stuck\nmetadata:\n  author: A: B\n---\n";
    const result = parse(text, true);
    expect(result).toMatchObject({
      ok: true,
      value: {
        data: { name: "x", description: "Use when: the user's work: is stuck", metadata: { author: "A: B" } },
        problems: [
          { rule: "yaml-unquoted-value", line: 3, column: 14 },
          { rule: "yaml-unquoted-value", line: 6, column: 11 },
        ],
      },
    });
  });

  it("recovers values that start like YAML and go on as text", () => {
    const text = '---\na: "Foo" bar\nb: [WIP] x\nc: @me\nd: `code` first\ne: it\'s: so\n---\n';
    const result = parse(text, true);
    expect(result.ok && result.value.data).toEqual({
      ...{ a: '"Foo" bar', b: "[WIP] x", c: "@me", d: "`code` first", e: "it's: so" },
    });
  });

  it("leaves block scalars and correct values alone", () => {
    const text = "---\nx: a: b\ntext: |\n  k: v: w\nquoted: 'y: z'\nlist: [a, b]\n---\n";
    const result = parse(text, true);
    expect(result.ok && result.value.data).toEqual({
      x: "a: b",
      text: "k: v: w\n",
      quoted: "y: z",
      list: ["a", "b"],
    });
  });

  it("changes nothing about a block that is already YAML", () => {
    expect(parse("---\na: 1\n---\n", true)).toMatchObject({
      ok: true,
      value: { data: { a: 1 }, problems: [] },
    });
  });

  it("still refuses what quotes cannot fix, with the error of the strict reader", () => {
    expect(parse("---\na: 1\na: x: y\n---\n", true)).toMatchObject({
      ok: false,
      fault: { subject: { line: 3 } },
    });
  });
});

describe("readYamlMapping", () => {
  it("refuses a text of more than a million characters", () => {
    expect(readYamlMapping(`a: ${"x".repeat(1_000_001)}`)).toMatchObject({
      ok: false,
      problems: [{ rule: "yaml-size" }],
    });
  });
});
