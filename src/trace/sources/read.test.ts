import { expect, test } from "vitest";
import { literalPath } from "../../workspace/paths/paths.ts";
import { readSource } from "./read.ts";

/** Each tag as `reference → owner`. */
async function owned(path: string, text: string) {
  const { tags, tests } = await readSource(literalPath(path), text, true);
  return tags.map(({ references, owner }) => {
    const to =
      owner.kind === "tests"
        ? owner.tests.map((at) => tests[at]?.titles.join(" > ")).join(" + ")
        : owner.kind === "symbol"
          ? owner.name
          : owner.kind;
    return `${references.join(",")} → ${to}`;
  });
}

// covers trace: quoted-tags
test("a tag in a string, in backticks, in a sentence or in Markdown does not count", async () => {
  const text = [
    'const a = "// [ENSURES: a.b]";',
    "const b = `\n// [ENSURES: a.b]\n`;",
    "// See `[ENSURES: a.b]`.",
    "// As [ENSURES: a.b] says",
    "/** A tag: [ENSURES: a.b] */",
    'test("x", () => {});',
  ].join("\n");
  expect(await owned("a.test.ts", text)).toEqual([]);
  expect(await owned("README.md", "<!-- [ENSURES: a.b] -->\n// [ENSURES: a.b]\n")).toEqual([]);
  expect(await owned("notes.txt", "[ENSURES: a.b]\n")).toEqual([]);
});

// covers trace: tag-above-suite
test("a tag belongs to the test below it, to the test around it, and above a describe to every test inside", async () => {
  const text = `
// [ENSURES: a.one]
test("one", () => {});

// [ENSURES: a.all]
describe("all", () => {
  // [ENSURES: a.two] [VERIFIES: b/c#d, e.f]
  // and why
  it("two", () => {
    // [ENSURES: a.inside]
  });
  it("three", () => {});
});
`;
  expect(await owned("a.test.ts", text)).toEqual([
    "a.one → one",
    "a.all → all > two + all > three",
    "a.two → all > two",
    "b/c#d,e.f → all > two",
    "a.inside → all > two",
  ]);
});

// covers trace: tag-without-owner
test("a tag above an import, at the end of a file, between tests or above an empty line has no owner", async () => {
  const text = `// [ENSURES: a.one]
import x from "x";
test("one", () => {});
// [ENSURES: a.two]

test("two", () => {});
describe("d", () => {
  it("three", () => {});
  // [ENSURES: a.three]
});
// [ENSURES: a.four]`;
  expect(await owned("a.test.ts", text)).toEqual([
    "a.one → none",
    "a.two → none",
    "a.three → none",
    "a.four → none",
  ]);
});

test("a tag in product code belongs to the declaration below or around it", async () => {
  const swift = `
/// Reserves places.
///
/// [ENSURES: concept-capacity.limit:CHECK]
public actor BookingService {
    /// [IMPLEMENTS: booking/reserve-a-place]
    public func book() {
        // [ENSURES: inner.check:CHECK]
        guard true else { return }
    }
}
`;
  expect(await owned("Sources/BookingService.swift", swift)).toEqual([
    "concept-capacity.limit → BookingService",
    "booking/reserve-a-place → BookingService.book",
    "inner.check → BookingService.book",
  ]);
  const python = "# [ENSURES: a.b]\n@decorated\ndef book():\n    pass\n";
  expect(await owned("booking.py", python)).toEqual(["a.b → book"]);
  const block = "/*\n * Books.\n * [ENSURES: a.b]\n */\nexport function book() {}\n";
  expect(await owned("booking.ts", block)).toEqual(["a.b → book"]);
});

test("in a file without a grammar a comment that opens with the tag belongs to the file", async () => {
  expect(await owned("ci.yml", "steps:\n  # [ENSURES: a.b:CHECK]\n  - run: x # [ENSURES: c.d]\n")).toEqual([
    "a.b → file",
  ]);
});

test("a tag is malformed with a type that is unknown, with a type after VERIFIES, and without an address", async () => {
  const text =
    "// [ENSURES: a.b:WEIRD]\n// [VERIFIES: a.b:TEST]\n// [ENSURES: ]\n// [ENSURES: no such thing]\ntest('x', () => {});\n";
  const { tags, malformed } = await readSource(literalPath("a.test.ts"), text, true);
  expect(tags).toEqual([]);
  expect(malformed.map(({ line, reason }) => [line, reason])).toEqual([
    [1, "the type `WEIRD` is not TEST, CHECK or MANUAL"],
    [2, "VERIFIES takes no type"],
    [3, "it names no requirement"],
    [4, "`no such thing` is not an address"],
  ]);
});

test("an address in a tag can have its format, its spec and its part", async () => {
  const text =
    "// [ensures: openspec:platform/auth/log-in#first-time, 001/FR-002, US1.2 : check]\ntest('x', () => {});\n";
  const { tags } = await readSource(literalPath("a.test.ts"), text, true);
  expect(tags).toMatchObject([
    { references: ["openspec:platform/auth/log-in#first-time", "001/FR-002", "US1.2"], type: "CHECK" },
  ]);
});
