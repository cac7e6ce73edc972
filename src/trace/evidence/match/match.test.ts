import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { literalPath } from "../../../workspace/paths/paths.ts";
import { readSource } from "../../sources/read.ts";
import { type DiscoveredTest, testId } from "../../tests/model.ts";
import { readReport } from "../read/report.ts";
import { type MatchOptions, TestMatcher } from "./matcher.ts";
import { outcomesOf } from "./outcome.ts";
import { FileIndex } from "./paths.ts";
import { fitsTemplate, templateOf } from "./titles.ts";

type Tree = Readonly<Record<string, string>>;

async function discovered(tree: Tree): Promise<DiscoveredTest[]> {
  const facts = await Promise.all(
    Object.entries(tree).map(([path, text]) => readSource(literalPath(path), text, true)),
  );
  return facts.flatMap(({ tests }) => tests);
}

async function matchAll(tree: Tree, report: string | Uint8Array, options: MatchOptions = {}, near = "") {
  const tests = await discovered(tree);
  const read = readReport(typeof report === "string" ? Buffer.from(report) : report);
  if (!read.ok || read.value.tests === undefined) throw new Error("no tests");
  const { results, kind } = read.value.tests;
  const outcomes = outcomesOf(results, kind, tests, new TestMatcher(tests, options), near);
  const statuses = [...outcomes.tests].map(
    ([index, { status }]) => `${testId(tests[index] ?? fail())}: ${status}`,
  );
  const notRun = [...outcomes.notRun].map((index) => testId(tests[index] ?? fail()));
  return { ...outcomes, statuses, notRun };
}
function fail(): never {
  throw new Error("no such test");
}

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));
const junit = (inside: string) => `<testsuites><testsuite name="s">${inside}</testsuite></testsuites>`;

const vitestSource = `
describe("Reserve a place", () => {
  it("Places are left", () => {});
  it("The crossing is full", () => {});
  it.skip("Group booking", () => {});
  it.todo("Waiting list");
});
describe("Cancel a booking", () => {
  it.each([[10, true], [9, false]])("%i minutes before → %s", () => {});
  it("flaky", { retry: 2 }, () => {});
  it("wrong <&\\"'> \\u001b[31mred\\u001b[0m", () => {});
});`;

test.each(["vitest.junit.xml", "vitest.json", "vitest.tap"])(
  "%s: every result finds its test",
  async (name) => {
    const { statuses, unmatched, ambiguous, notRun } = await matchAll(
      { "test/booking.test.js": vitestSource },
      await fixture(name),
    );
    expect([unmatched, ambiguous, notRun]).toEqual([[], [], []]);
    expect(statuses).toHaveLength(7);
    expect(statuses).toContain("test/booking.test.js#Cancel a booking > %i minutes before → %s: passed");
    expect(statuses).toContain("test/booking.test.js#Reserve a place > Group booking: skipped");
    expect(statuses.filter((line) => line.endsWith(": failed"))).toHaveLength(1);
  },
);

// covers trace: filtered-run
test("a run filtered by name says nothing about the tests that it left out", async () => {
  for (const name of ["vitest-filtered.junit.xml", "jest-filtered.json"]) {
    const path = name.startsWith("jest") ? "jest/booking.test.cjs" : "test/booking.test.js";
    const { statuses, notRun } = await matchAll({ [path]: vitestSource }, await fixture(name));
    expect(statuses.filter((line) => line.includes("Places are left"))).toEqual([
      `${path}#Reserve a place > Places are left: passed`,
    ]);
    expect(statuses.filter((line) => line.endsWith("passed"))).toHaveLength(1);
    expect(notRun).toContain(`${path}#Reserve a place > The crossing is full`);
    expect(notRun).not.toContain(`${path}#Reserve a place > Group booking`);
  }
});

// covers trace: no-file-in-report
test("jest-junit without files: two files with the same suite and title are ambiguous and count for none", async () => {
  const tree = {
    "jest/booking.test.cjs": vitestSource,
    "jest/other.test.cjs": 'describe("Reserve a place", () => { it("Places are left", () => {}); });',
  };
  const { statuses, ambiguous } = await matchAll(tree, await fixture("jest-junit.xml"));
  expect(statuses.some((line) => line.includes("Places are left"))).toBe(false);
  expect(ambiguous).toHaveLength(2);
  expect(ambiguous[0]).toMatchObject({
    candidates: ["jest/booking.test.cjs:3", "jest/other.test.cjs:1"],
    hint: expect.stringContaining("addFileAttribute"),
  });
  // It reports a test that is still to be written as a pass.
  expect(statuses).toContain("jest/booking.test.cjs#Reserve a place > Waiting list: todo");
});

const pythonSource = `
import pytest, unittest
class TestReserve:
    def test_places_are_left(self): pass
    def test_full(self): pass
@pytest.mark.parametrize("minutes, ok", [(10, True), (9, False)])
def test_cancel(minutes, ok): pass
@pytest.mark.skip(reason="later")
def test_group(): pass
@pytest.mark.xfail
def test_waiting_list(): pass
@pytest.mark.xfail
def test_unexpected(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
def test_setup_error(harbor): pass
def test_wrong(): pass
class OldTest(unittest.TestCase):
    def test_old(self): pass
`;

// covers trace: expected-failures
test("pytest: expected failures do not count, an unexpected pass is known by the mark, a fixture error is an error", async () => {
  const { statuses, unmatched, ambiguous } = await matchAll(
    { "test_booking.py": pythonSource },
    await fixture("pytest.junit.xml"),
  );
  expect([unmatched, ambiguous]).toEqual([[], []]);
  const status = (name: string) => statuses.find((line) => line.includes(name))?.split(": ")[1];
  expect(
    [
      "test_cancel",
      "test_waiting_list",
      "test_unexpected",
      "test_strict",
      "test_setup_error",
      "test_group",
    ].map(status),
  ).toEqual(["passed", "xfail", "xpass", "failed", "error", "skipped"]);
});

test("pytest: the dotted module distinguishes files with the same test", async () => {
  const source = "def test_full(): pass\n";
  const tree = { "tests/unit/test_booking.py": source, "tests/e2e/test_booking.py": source };
  const one = await matchAll(tree, junit('<testcase classname="tests.unit.test_booking" name="test_full"/>'));
  expect(one.statuses).toEqual(["tests/unit/test_booking.py#test_full: passed"]);
  const both = await matchAll(tree, junit('<testcase classname="test_booking" name="test_full"/>'));
  expect([both.statuses, both.ambiguous.length]).toEqual([[], 1]);
});

test("one instance of a parametrized test fails: the test failed", async () => {
  const report = junit(
    '<testcase classname="test_booking" name="test_cancel[a]"/><testcase classname="test_booking" name="test_cancel[b]"><failure/></testcase>',
  );
  const { statuses } = await matchAll({ "test_booking.py": pythonSource }, report);
  expect(statuses).toEqual(["test_booking.py#test_cancel: failed"]);
});

const goSource = `package ferry
import "testing"
func TestReserve(t *testing.T) {
	t.Run("Places are left", func(t *testing.T) {})
	t.Run("The crossing/is full", func(t *testing.T) {})
	t.Run("Group booking", func(t *testing.T) { t.Skip("later") })
}
func TestWrong(t *testing.T) {}
func TestAlone(t *testing.T) {}
`;

// covers trace: go-subtests
test("go: subtests match their titles, and a package that did not build is an error of each of its tests", async () => {
  const tree = {
    "booking_test.go": goSource,
    "broken/b_test.go":
      'package broken\nimport "testing"\nfunc TestX(t *testing.T) {}\nfunc TestAlone(t *testing.T) {}\n',
  };
  const { statuses, unmatched, ambiguous } = await matchAll(tree, await fixture("go-test.json"), {
    goModules: [{ module: "example.com/ferry", folder: "" }],
  });
  expect([unmatched, ambiguous]).toEqual([[], []]);
  expect(statuses.toSorted()).toEqual([
    "booking_test.go#TestAlone: passed",
    "booking_test.go#TestReserve > Group booking: skipped",
    "booking_test.go#TestReserve > Places are left: passed",
    "booking_test.go#TestReserve > The crossing/is full: passed",
    "booking_test.go#TestWrong: failed",
    "broken/b_test.go#TestAlone: error",
    "broken/b_test.go#TestX: error",
  ]);
});

test("cargo: module paths find the function in its module", async () => {
  const body = "#[cfg(test)]\nmod tests {\n #[test]\n fn full() {}\n}\n";
  const tree = { "src/booking.rs": body, "src/board.rs": body };
  const { statuses } = await matchAll(
    tree,
    "running 1 test\ntest booking::tests::full ... ok\n\ntest result: ok. 1 passed\n",
  );
  expect(statuses).toHaveLength(1);
  expect(statuses[0]).toMatch(/^src\/booking\.rs#.*full: passed$/);
});

test("classes and methods of Java, C# and Swift find their test", async () => {
  const tree = {
    "src/test/java/ferry/BookingTest.java":
      "package ferry;\nclass BookingTest {\n @Test void full() {}\n @ParameterizedTest void many(int n) {}\n @Nested class Cancel { @Test void wrong() {} }\n}\n",
    "src/test/java/other/BookingTest.java": "package other;\nclass BookingTest {\n @Test void full() {}\n}\n",
    "Tests/BookingTests.cs":
      'namespace Ferry.Tests;\npublic class BookingTests {\n [Fact(DisplayName = "The crossing is full")] public void Full() {}\n [Theory] public void Many(int n) {}\n}\n',
    "Tests/FerryTests/BookingServiceTests.swift":
      'import Testing\nstruct BookingServiceTests {\n @Test("A full crossing") func helloworld() {}\n}\n',
  };
  const { statuses, unmatched, ambiguous } = await matchAll(
    tree,
    junit(`<testcase classname="ferry.BookingTest" name="full()"/><testcase classname="ferry.BookingTest" name="many(int)[1]"/>
      <testcase classname="ferry.BookingTest$Cancel" name="wrong"><failure/></testcase>
      <testcase classname="Ferry.Tests.BookingTests" name="Many(n: 1)"/><testcase classname="Ferry.Tests.BookingTests" name="The crossing is full"/>
      <testcase classname="FerryTests.BookingServiceTests" name="helloworld()"/>`),
  );
  expect([unmatched, ambiguous]).toEqual([[], []]);
  expect(statuses.map((line) => line.split("#")[0]).toSorted()).toEqual([
    "Tests/BookingTests.cs",
    "Tests/BookingTests.cs",
    "Tests/FerryTests/BookingServiceTests.swift",
    "src/test/java/ferry/BookingTest.java",
    "src/test/java/ferry/BookingTest.java",
    "src/test/java/ferry/BookingTest.java",
  ]);
});

test("node:test without files: unique titles match, the others are ambiguous", async () => {
  const source =
    'import { describe, it, test } from "node:test";\ndescribe("Reserve a place", () => { it("Places are left", () => {}); it("The crossing is full", () => {}); it.skip("Group booking", () => {}); it.todo("Waiting list"); });\ntest("wrong", () => {});\n';
  const { statuses, ambiguous } = await matchAll(
    { "a.test.mjs": source, "b.test.mjs": 'import test from "node:test";\ntest("wrong", () => {});\n' },
    await fixture("node.junit.xml"),
  );
  expect(statuses).toContain("a.test.mjs#Reserve a place > Places are left: passed");
  expect(ambiguous.map(({ name }) => name)).toEqual(["wrong"]);
});

test("a title that no test has, and a path that leaves the workspace, match nothing", async () => {
  const report = junit(
    '<testcase file="../../../etc/passwd" classname="x" name="root"/><testcase file="/etc/shadow" classname="y" name="Nobody wrote this"/>',
  );
  const { statuses, unmatched } = await matchAll({ "test/booking.test.js": vitestSource }, report);
  expect([statuses, unmatched.length]).toEqual([[], 2]);
});

// covers trace: foreign-paths
test("paths of containers, of Windows and of packages find their file by the longest unique tail", () => {
  const files = new FileIndex(
    ["test/x.ts", "packages/a/test/y.ts", "packages/b/test/y.ts", "packages/a/test/z.ts"],
    "/ci/ferry",
  );
  expect([...files.find("/app/test/x.ts")]).toEqual(["test/x.ts"]);
  expect([...files.find("C:\\w\\test\\x.ts")]).toEqual(["test/x.ts"]);
  expect([...files.find("file:///app/test/x.ts")]).toEqual(["test/x.ts"]);
  expect([...files.find("/ci/ferry/packages/b/test/y.ts")]).toEqual(["packages/b/test/y.ts"]);
  expect([...files.find("test/z.ts")]).toEqual(["packages/a/test/z.ts"]);
  expect([...files.find("test/y.ts")]).toEqual(["packages/a/test/y.ts", "packages/b/test/y.ts"]);
  expect([...files.find("test/y.ts", "packages/b/reports")]).toEqual(["packages/b/test/y.ts"]);
  expect([...files.find("other.ts")]).toEqual([]);
});

// covers trace: foreign-paths
test("two packages with the same file and titles are ambiguous unless the report is in one of them", async () => {
  const tree = { "packages/a/test/x.test.ts": vitestSource, "packages/b/test/x.test.ts": vitestSource };
  const report = junit('<testcase classname="test/x.test.ts" name="Reserve a place &gt; Places are left"/>');
  expect((await matchAll(tree, report)).ambiguous[0]?.hint).toContain("folder of its package");
  expect((await matchAll(tree, report, {}, "packages/b/reports")).statuses).toEqual([
    "packages/b/test/x.test.ts#Reserve a place > Places are left: passed",
  ]);
});

test("a template with many holes takes time in proportion to the title", () => {
  const template = templateOf([Array.from({ length: 200 }, () => "%s a").join(" ")]);
  if (template === undefined) throw new Error("no template");
  expect(fitsTemplate(template, `${"a ".repeat(5_000)}b`)).toBe(false);
});

test("a title made from a template fits it", () => {
  const words = fc.array(fc.stringMatching(/^[a-z ]{1,12}$/), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(
      words,
      fc.array(fc.stringMatching(/^[a-z0-9]{0,8}$/), { minLength: 5, maxLength: 5 }),
      (literals, values) => {
        const template = templateOf([literals.map((word) => `<${word}>`).join("%s")]);
        const title = literals
          .map((word) => `<${word.replace(/\s+/g, " ")}>`)
          .reduce((text, word, index) => `${text}${values[index - 1] ?? ""}${word}`);
        expect(template !== undefined && fitsTemplate(template, title)).toBe(true);
      },
    ),
  );
});

test("node:test escapes titles twice in its JUnit report, and they still find their tests", async () => {
  const tree = { "a.test.js": `test("when \\"before\\" & <arg> then it helps", () => {});` };
  const report = junit(
    '<testcase name="when &amp;quot;before&amp;quot; &amp;amp; &amp;lt;arg&amp;gt; then it helps" classname="test"/>',
  );
  expect((await matchAll(tree, report)).statuses).toEqual([
    'a.test.js#when "before" & <arg> then it helps: passed',
  ]);
});

test("AVA puts the name of the file in front of each title", async () => {
  const body = 'test("works", t => {});';
  const tree = { "test/extract.js": body, "test/parse-url.js": body, "test/deep/pick.test.js": body };
  const report =
    "TAP version 13\nok 1 - extract › works\nok 2 - parse-url › works\nok 3 - deep › pick › works\n1..3\n";
  expect((await matchAll(tree, report)).statuses.sort()).toEqual([
    "test/deep/pick.test.js#works: passed",
    "test/extract.js#works: passed",
    "test/parse-url.js#works: passed",
  ]);
});

test("two tests of one title in one file have their result where all results of that title agree", async () => {
  const tree = { "a.test.ts": `test("twice", () => { a(); });\ntest("twice", () => { b(); });` };
  const row = (inside = "") => `<testcase classname="a.test.ts" name="twice">${inside}</testcase>`;
  const agreed = await matchAll(tree, junit(row() + row()));
  expect([agreed.matched, agreed.statuses]).toEqual([
    2,
    ["a.test.ts#twice: passed", "a.test.ts#twice: passed"],
  ]);
  const torn = await matchAll(tree, junit(row() + row("<failure/>")));
  expect([torn.matched, torn.ambiguous.length, torn.statuses]).toEqual([0, 2, []]);
  const missing = await matchAll(tree, junit(row()));
  expect([missing.matched, missing.ambiguous.length]).toEqual([0, 1]);
});

test("a Go subtest whose name only the run knows belongs to the nearest test around it", async () => {
  const source =
    'func TestMatch(t *testing.T) {\n  for _, tc := range []struct{name string}{{name: "by path"}} {\n    t.Run(tc.name, func(t *testing.T) {\n      for _, r := range tc.requests {\n        t.Run(r.name, func(t *testing.T) {})\n      }\n    })\n  }\n}\n';
  const events = ["TestMatch", "TestMatch/by_path", "TestMatch/by_path/no_match"].map((name) =>
    JSON.stringify({ Action: "pass", Package: "example.com/ferry", Test: name, Elapsed: 0 }),
  );
  const { unmatched, statuses } = await matchAll(
    { "match_test.go": `package ferry\n${source}` },
    `${events.join("\n")}\n`,
  );
  expect(unmatched).toEqual([]);
  expect(statuses).toContain("match_test.go#TestMatch > by path: passed");
});

test("two tables of tests under one title: instances that all passed count for both, one that failed for neither", async () => {
  const source =
    'describe("questions", () => {\n  it.each(["a", "b"])("%s", () => {});\n  it.each(["c"])("%s", () => { x(); });\n});\n';
  const report = (failed: string) =>
    ["a", "b", "c"]
      .map(
        (name) =>
          `<testcase classname="test/q.test.ts" name="questions &gt; ${name}">${name === failed ? "<failure/>" : ""}</testcase>`,
      )
      .join("");
  const tree = { "test/q.test.ts": source };
  const wrap = (cases: string) =>
    Buffer.from(`<testsuites><testsuite name="x">${cases}</testsuite></testsuites>`);
  const passed = await matchAll(tree, wrap(report("")));
  expect(passed.ambiguous).toEqual([]);
  expect(passed.statuses).toEqual([
    "test/q.test.ts#questions > %s: passed",
    "test/q.test.ts#questions > %s: passed",
  ]);
  const failed = await matchAll(tree, wrap(report("c")));
  expect(failed.ambiguous).toHaveLength(3);
});
