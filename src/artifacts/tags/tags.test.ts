import { expect, test } from "vitest";
import { readTags } from "./tags.ts";

const types = (text: string) => readTags(text).tags.map((tag) => `${tag.identifier} ${tag.tag_type}`);

// [VERIFIES: traceability/tags-next-to-tests#a-tag-without-a-type]
test("a tag without a type is a test, and the keyword and the type can have any case", () => {
  expect(types("// [ENSURES: a.b]")).toEqual(["a.b Test"]);
  expect(types("// [ensures:a.b:check]")).toEqual(["a.b Check"]);
  expect(types("// [Ensures: A.b:Manual]")).toEqual(["A.b Manual"]);
});

test("white space around every part is ignored, including Unicode white space", () => {
  expect(types("[ ENSURES : a.b : MANUAL ]")).toEqual(["a.b Manual"]);
  expect(types("[\u00a0ENSURES\u2003:\u3000a.b\u00a0]")).toEqual(["a.b Test"]);
});

test("several tags on one line all count, each with its line", () => {
  const { tags } = readTags("x\n# [ENSURES: a.b] [ENSURES: c.d:CHECK]\ny [ENSURES: e.f]\n");
  expect(tags.map(({ identifier, line }) => [identifier, line])).toEqual([
    ["a.b", 2],
    ["c.d", 2],
    ["e.f", 3],
  ]);
});

test("a tag can name its specification", () => {
  expect(readTags("[ENSURES: auth/a.b:CHECK]").tags).toEqual([
    { identifier: "a.b", specification: "auth", tag_type: "Check", line: 1 },
  ]);
});

// [ENSURES: requirement-tags-next-to-tests.rules:TEST]
test("a malformed tag is reported with the reason", () => {
  const { tags, malformed } = readTags(
    "[ENSURES: a.b:WEIRD]\n[ENSURES: solo]\n[ENSURES: ]\n[ENSURES: a.b:TEST:X]",
  );
  expect(tags).toEqual([]);
  expect(malformed.map(({ line, reason }) => [line, reason])).toEqual([
    [1, expect.stringContaining("`WEIRD`")],
    [2, expect.stringContaining("at least two")],
    [3, expect.stringContaining("not a constraint group")],
    [4, expect.stringContaining("more than")],
  ]);
});

test("letters of any script and underscores are part of identifiers", () => {
  expect(types("[ENSURES: größe-über.regel_1]")).toEqual(["größe-über.regel_1 Test"]);
});

test("a long line of open brackets is read in linear time and has no tag", () => {
  expect(readTags("[ensures:".repeat(50_000)).tags).toEqual([]);
});

// [ENSURES: requirement-tags-next-to-tests.rules:TEST]
test("a tag with two groups, a keyword without its s or without its colon is malformed, not ignored", () => {
  const { tags, malformed } = readTags(
    "[ENSURES: a.b, c.d]\n[ENSURE: a.b]\n[ENSURES a.b]\n[ensure that a.b works]",
  );
  expect(tags).toEqual([]);
  expect(malformed.map(({ line, reason }) => [line, reason])).toEqual([
    [1, "a tag names one constraint group; write one tag for each"],
    [2, "the keyword is `ENSURES`, not `ENSURE`"],
    [3, "there is no colon after the keyword"],
  ]);
});

test.each([
  ["test.skip('no oversell', () => {});"],
  ["it.concurrent.skip('x', () => {});"],
  ["xit('x', () => {});"],
  ["@pytest.mark.skip(reason='later')\ndef test_x():"],
  ["@Test\n@Disabled\nvoid x() {}"],
  ["#[test]\n#[ignore]\nfn x() {}"],
])("a test that is skipped is noticed under its tag: %s", (code) => {
  const comment = code.startsWith("@pytest") ? "#" : "//";
  const { tags } = readTags(`${comment} [ENSURES: a.b:TEST]\n${comment} why\n${code}\n`);
  expect(tags).toMatchObject([{ skipped: true }]);
});

test.each([
  ["test('no oversell', () => {});\ntest.skip('other', () => {});"],
  ["@pytest.mark.skipif(True)\ndef test_x():"],
  ["fn x() {}\n#[ignore]"],
])("a test that runs is not taken for a skipped one: %s", (code) => {
  expect(readTags(`// [ENSURES: a.b:TEST]\n${code}\n`).tags[0]?.skipped).toBeUndefined();
  expect(readTags(`// [ENSURES: a.b:CHECK]\ntest.skip('x');\n`).tags[0]?.skipped).toBeUndefined();
});

test.each([
  ["// [ENSURES: a.b]", true],
  ["  # [ENSURES: a.b]", true],
  [" * [ENSURES: a.b]", true],
  ["check(); // [ENSURES: a.b]", true],
  ["// Tags such as [ENSURES: a.b] count.", undefined],
  ['const text = "// [ENSURES: a.b]";', undefined],
  ["const text = `\n// [ENSURES: a.b]\n`;", undefined],
  ["Write `[ENSURES: a.b]` above the test.", undefined],
])("whether a tag starts a comment is seen by its line: %s", (line, expected) => {
  expect(readTags(line).tags[0]?.isComment).toBe(expected);
});
