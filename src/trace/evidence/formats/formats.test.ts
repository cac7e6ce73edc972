import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { TestReport } from "../model.ts";
import { readReport } from "../read/report.ts";

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));
const reportIn = (content: Uint8Array | string): TestReport => {
  const read = readReport(typeof content === "string" ? Buffer.from(content) : content);
  if (!read.ok) throw new Error(`${read.fault.message} ${read.fault.remedy}`);
  if (read.value.tests === undefined) throw new Error("no tests");
  return read.value.tests;
};
const reportOf = async (name: string) => reportIn(await fixture(name));
const lines = ({ results }: TestReport) =>
  results.map(({ status, titles, class: type }) =>
    [status, ...(type === undefined ? [] : [`(${type})`]), ...titles].join(" | "),
  );
const rows = async (name: string) => lines(await reportOf(name));

test("JUnit of vitest: the file is in the class, titles are joined", async () => {
  const report = await reportOf("vitest.junit.xml");
  expect(report.kind).toBe("junit");
  expect(report.startedAt).toBe(Date.parse("2026-11-18T04:57:53.308Z"));
  expect(lines(report)).toEqual([
    "passed | Reserve a place > Places are left",
    "passed | Reserve a place > The crossing is full",
    "skipped | Reserve a place > Group booking",
    "skipped | Reserve a place > Waiting list",
    "passed | Cancel a booking > 10 minutes before → true",
    "passed | Cancel a booking > 9 minutes before → false",
    "passed | Cancel a booking > flaky",
    "failed | Cancel a booking > wrong <&\"'> [31mred[0m",
  ]);
  expect(report.results.every(({ file }) => file === "test/booking.test.js")).toBe(true);
  expect(report.results[7]?.message).toContain("expected false to be true");
});

// covers trace: flaky-pass
test("JSON of vitest and jest: a pass after a failed attempt is flaky", async () => {
  const vitest = await reportOf("vitest.json");
  expect(vitest.kind).toBe("vitest-json");
  expect(lines(vitest)).toContain("flaky | Cancel a booking | flaky");
  expect(lines(vitest)).toContain("todo | Reserve a place | Waiting list");
  expect(vitest.results[0]?.file).toBe("/ci/ferry/test/booking.test.js");
  const jest = await reportOf("jest.json");
  expect(jest.kind).toBe("jest-json");
  expect(jest.results.find(({ titles }) => titles.includes("flaky"))).toMatchObject({
    status: "flaky",
    attempts: 2,
    line: 11,
  });
  expect(lines(jest)).toContain("skipped | Reserve a place | Group booking");
  expect(lines(jest)).toContain("failed | Cancel a booking | wrong");
});

test("the JSON of vitest with coverage has both", async () => {
  const files: string[] = [];
  const read = readReport(await fixture("vitest.json"), ({ file }) => files.push(file));
  expect(read.ok && read.value.coverage?.kind).toBe("istanbul");
  expect(files).toEqual(["/ci/ferry/src/booking.js"]);
});

test("jest-junit has no file and the same text as class and name", async () => {
  const { results } = await reportOf("jest-junit.xml");
  expect(results[0]).toMatchObject({
    file: undefined,
    titles: ["Reserve a place Places are left"],
    status: "passed",
  });
});

test("mocha: pending tests are skipped, retries flaky, and a failed hook is an error of its test", async () => {
  expect(await rows("mocha.json")).toEqual([
    "passed | Reserve a place | Places are left",
    "passed | Reserve a place | The crossing is full",
    "skipped | Reserve a place | Group booking",
    "skipped | Reserve a place | Waiting list",
    "flaky | Cancel a booking | flaky",
    "failed | Cancel a booking | wrong",
    "error | Set-up | never runs",
  ]);
  expect((await reportOf("mocha.xunit.xml")).results[0]).toMatchObject({
    file: "/ci/ferry/mocha/booking.spec.mjs",
    class: "Reserve a place",
    titles: ["Places are left"],
  });
});

// covers trace: flaky-pass
test("CTRF: flaky and retries are read, `other` is what the runner called it", async () => {
  const report = await reportOf("jest.ctrf.json");
  expect(lines(report)).toContain("flaky | Cancel a booking | Cancel a booking flaky");
  expect(lines(report)).toContain("todo | Reserve a place | Reserve a place Waiting list");
  const one = reportIn(
    '{"reportFormat":"CTRF","specVersion":"1.0.0","results":{"tool":{"name":"playwright"},"summary":{"start":5},"tests":[{"name":"The crossing is full","suite":["Reserve a place"],"filePath":"e2e/book.spec.ts","line":7,"status":"passed","duration":41,"flaky":true,"retries":1,"labels":{"requirement":"001/US1.2"}}]}}',
  );
  expect(one.results[0]).toMatchObject({
    status: "flaky",
    attempts: 2,
    file: "e2e/book.spec.ts",
    line: 7,
    titles: ["Reserve a place", "The crossing is full"],
    properties: [{ name: "requirement", value: "001/US1.2" }],
  });
});

// covers trace: set-up-error
test("JUnit of pytest: expected failures, set-up errors and properties", async () => {
  const report = await reportOf("pytest.junit.xml");
  expect(lines(report)).toEqual([
    "passed | (test_booking.TestReserve) | test_places_are_left",
    "passed | (test_booking.TestReserve) | test_full",
    "passed | (test_booking) | test_cancel[early]",
    "passed | (test_booking) | test_cancel[late]",
    "skipped | (test_booking) | test_group",
    "xfail | (test_booking) | test_waiting_list",
    "passed | (test_booking) | test_unexpected",
    "failed | (test_booking) | test_strict",
    "error | (test_booking) | test_setup_error",
    "failed | (test_booking) | test_wrong",
    "passed | (test_booking.OldTest) | test_old",
  ]);
  expect(report.results[2]?.properties).toEqual([{ name: "requirement", value: "booking/cancel-a-booking" }]);
  expect(report.results[8]?.message).toContain("failed on setup");
});

test("JUnit of node:test: suites are the titles", async () => {
  expect(await rows("node.junit.xml")).toEqual([
    "passed | Reserve a place | Places are left",
    "passed | Reserve a place | The crossing is full",
    "skipped | Reserve a place | Group booking",
    "todo | Reserve a place | Waiting list",
    "failed | wrong",
    "passed | parent | child",
  ]);
});

test("JUnit of libtest: two documents in one file are both read", async () => {
  expect(await rows("libtest.junit.xml")).toEqual([
    "passed | (tests::inner) | full",
    "passed | (tests) | places_are_left",
    "passed | (tests) | panics",
    "failed | (tests) | wrong",
    "passed | (integration) | boards",
  ]);
});

// The following JUnit samples are written by hand from the documentation of the tools.

// covers trace: flaky-pass
test("JUnit of nextest and Surefire: a pass after failures is flaky, a failure with reruns stays failed", () => {
  const report = reportIn(`<testsuites name="nextest-run"><testsuite name="ferry" tests="2">
    <testcase name="tests::flaky" classname="ferry" timestamp="2026-11-16T13:05:21.410+00:00" time="0.01"><flakyFailure message="first" type="test failure"><system-out>x</system-out></flakyFailure></testcase>
    <testcase name="tests::wrong" classname="ferry" time="0.01"><failure type="test failure">no</failure><rerunFailure type="test failure"/><rerunFailure type="test failure"/></testcase>
    </testsuite></testsuites>`);
  expect(report.results.map(({ status, attempts }) => [status, attempts])).toEqual([
    ["flaky", 2],
    ["failed", 3],
  ]);
});

test("JUnit of Gradle, Surefire, Swift and gotestsum: class and method", () => {
  const report = reportIn(`<?xml version="1.0" encoding="UTF-8"?><testsuites>
    <testsuite name="ferry.BookingTest" timestamp="2026-11-16T13:05:21"><properties><property name="java.version" value="21"/></properties>
      <testcase name="full()" classname="ferry.BookingTest" time="1,204.5"/>
      <testcase name="wrong" classname="ferry.BookingTest$Cancel" time="0"><error message="boom" type="java.lang.Error"/></testcase></testsuite>
    <testsuite name="TestResults"><testcase classname="FerryTests.BookingServiceTests" name="helloworld()" time="0.1"/></testsuite>
    <testsuite name="example.com/ferry"><testcase classname="example.com/ferry" name="TestReserve/Places_are_left" time="0"/></testsuite></testsuites>`);
  expect(lines(report)).toEqual([
    "passed | (ferry.BookingTest) | full()",
    "error | (ferry.BookingTest$Cancel) | wrong",
    "passed | (FerryTests.BookingServiceTests) | helloworld()",
    "passed | (example.com/ferry) | TestReserve/Places_are_left",
  ]);
  expect(report.results[0]).toMatchObject({ ms: 1_204_500, properties: [] });
});

// covers trace: go-build-failure
test("go test -json: a package that does not build is an error, never zero failures", async () => {
  const report = await reportOf("go-test.json");
  expect(lines(report)).toEqual([
    "passed | (example.com/ferry) | TestReserve/Places_are_left",
    "passed | (example.com/ferry) | TestReserve/The_crossing/is_full",
    "skipped | (example.com/ferry) | TestReserve/Group_booking",
    "failed | (example.com/ferry) | TestWrong",
    "passed | (example.com/ferry) | TestAlone",
    "error | (example.com/ferry/broken) | *",
  ]);
  expect(report.results[3]?.message).toBe("booking_test.go:15: wrong");
  expect(report.notes[0]?.message).toContain("did not build");
  const newer =
    reportIn(`{"ImportPath":"example.com/ferry [example.com/ferry.test]","Action":"build-output","Output":"x"}
{"ImportPath":"example.com/ferry [example.com/ferry.test]","Action":"build-fail"}
{"Time":"2026-11-16T13:06:26.38Z","Action":"start","Package":"example.com/ferry"}
{"Time":"2026-11-16T13:06:26.38Z","Action":"fail","Package":"example.com/ferry","Elapsed":0,"FailedBuild":"example.com/ferry [example.com/ferry.test]"}
`);
  expect(lines(newer)).toEqual(["error | (example.com/ferry) | *"]);
});

test("go test -json: a test that never ended is cancelled, a parent that fails by itself counts", () => {
  const event = (action: string, name: string) =>
    `${JSON.stringify({ Time: "2026-11-16T13:06:26Z", Action: action, Package: "p", Test: name })}\n`;
  const text =
    event("run", "A") + event("run", "A/b") + event("pass", "A/b") + event("fail", "A") + event("run", "C");
  expect(lines(reportIn(text))).toEqual(["failed | (p) | A", "passed | (p) | A/b", "cancelled | (p) | C"]);
});

test("cargo test: text and JSON", async () => {
  expect(await rows("cargo.txt")).toEqual([
    "skipped | (tests) | tests::group",
    "passed | (tests::inner) | tests::inner::full",
    "passed | (tests) | tests::places_are_left",
    "failed | (tests) | tests::wrong",
    "passed | (tests) | tests::panics",
    "passed | boards",
    "passed | src/lib.rs - cancel (line 8)",
  ]);
  expect(await rows("cargo.json")).toHaveLength(6);
  expect((await reportOf("cargo.json")).notes).toEqual([]);
});

test("TAP: nested by indentation, in braces and flat", async () => {
  const nested = [
    "passed | Reserve a place | Places are left",
    "passed | Reserve a place | The crossing is full",
    "skipped | Reserve a place | Group booking",
    "todo | Reserve a place | Waiting list",
  ];
  expect(await rows("node.tap")).toEqual([...nested, "failed | wrong", "passed | parent | child"]);
  expect((await rows("vitest.tap")).slice(0, 4)).toEqual(nested);
  const vitest = await reportOf("vitest.tap");
  expect(vitest.results).toHaveLength(8);
  expect(vitest.results[0]).toMatchObject({ file: "test/booking.test.js", ms: 1.44 });
  expect((await reportOf("node.tap")).results[4]).toMatchObject({
    file: "/ci/ferry/node/booking.test.mjs",
    line: 9,
  });
  expect((await rows("mocha.tap"))[2]).toBe("skipped | Reserve a place Group booking");
  expect((await rows("vitest-flat.tap"))[0]).toContain(
    "test/booking.test.js > Reserve a place > Places are left",
  );
});

test("TAP: a report shorter than its plan, and one that bailed out, are incomplete", () => {
  expect(reportIn("TAP version 13\n1..3\nok 1 - a\n").notes[0]?.message).toContain(
    "the plan has 3 tests, the report 1",
  );
  expect(reportIn("ok 1 - a\nBail out! no disk\n").notes[0]?.rule).toBe("report-incomplete");
});

test("Cucumber: a scenario passes only if every step passed", async () => {
  const report = await reportOf("cucumber.json");
  expect(lines(report)).toEqual([
    "passed | Reserve a place | The crossing is full",
    "error | Reserve a place | Undefined step",
    "passed | Reserve a place | Minutes 1",
    "passed | Reserve a place | Minutes 2",
    "failed | Reserve a place | Wrong",
  ]);
  expect(report.results[0]).toMatchObject({ file: "features/book.feature", line: 5 });
  expect(report.results[0]?.properties).toContainEqual({ name: "tag", value: "FR-002" });
});

// TRX, NUnit and xUnit samples are written by hand from the documentation of the tools.

test("TRX: class and method come from the definitions", () => {
  const report =
    reportIn(`<?xml version="1.0"?><TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
    <Times start="2026-11-16T13:05:21.0000000+01:00" finish="2026-11-16T13:05:22.0000000+01:00"/>
    <Results><UnitTestResult testId="8f" testName="The crossing is full" outcome="Passed" duration="00:00:00.0010000"/>
      <UnitTestResult testId="90" testName="Ferry.Tests.BookingTests.Wrong" outcome="Failed" duration="00:01:00.5"><Output><ErrorInfo><Message>Assert &lt;1&gt;</Message><StackTrace>at x</StackTrace></ErrorInfo></Output></UnitTestResult>
      <UnitTestResult testId="91" testName="Later" outcome="NotExecuted"/></Results>
    <TestDefinitions><UnitTest id="8f" name="x"><TestMethod className="Ferry.Tests.BookingTests, Ferry.Tests" name="Full"/></UnitTest>
      <UnitTest id="90"><TestMethod className="Ferry.Tests.BookingTests" name="Wrong"/></UnitTest></TestDefinitions></TestRun>`);
  expect(lines(report)).toEqual([
    "passed | (Ferry.Tests.BookingTests) | The crossing is full",
    "failed | (Ferry.Tests.BookingTests) | Ferry.Tests.BookingTests.Wrong",
    "skipped | Later",
  ]);
  expect(report.results[0]).toMatchObject({ method: "Full", ms: 1 });
  expect(report.results[1]).toMatchObject({ ms: 60_500, message: "Assert <1>" });
  expect(report.startedAt).toBe(Date.parse("2026-11-16T12:05:21Z"));
});

test("NUnit 3: properties, ignored cases and set-up errors", () => {
  const report = reportIn(`<test-run start-time="2026-11-16 13:05:21Z"><test-suite type="TestFixture">
    <test-case name="Full(1)" fullname="Ferry.Tests.BookingTests.Full(1)" methodname="Full" classname="Ferry.Tests.BookingTests" result="Passed" duration="0.004"/>
    <test-case name="Later" fullname="Ferry.Tests.BookingTests.Later" classname="Ferry.Tests.BookingTests" result="Skipped" label="Ignored"><properties><property name="Requirement" value="001/FR-002"/></properties><reason><message>later</message></reason></test-case>
    <test-case name="Broken" fullname="Ferry.Tests.BookingTests.Broken" classname="Ferry.Tests.BookingTests" result="Failed" label="Error"/></test-suite></test-run>`);
  expect(report.results.map(({ status, method }) => [status, method])).toEqual([
    ["passed", "Full"],
    ["skipped", "Later"],
    ["error", "Broken"],
  ]);
  expect(report.results[1]).toMatchObject({
    message: "later",
    properties: [{ name: "Requirement", value: "001/FR-002" }],
  });
});

test("xUnit 2: traits and display names", () => {
  const report =
    reportIn(`<assemblies><assembly name="Ferry.Tests.dll" run-date="2026-11-16" run-time="13:05:21"><collection>
    <test name="The crossing is full" type="Ferry.Tests.BookingTests" method="Full" time="0.001" result="Pass"><traits><trait name="Requirement" value="001/FR-002"/></traits></test>
    <test name="Ferry.Tests.BookingTests.Later" type="Ferry.Tests.BookingTests" method="Later" result="Skip"><reason>later</reason></test></collection></assembly></assemblies>`);
  expect(report.results[0]).toMatchObject({
    status: "passed",
    class: "Ferry.Tests.BookingTests",
    method: "Full",
  });
  expect(report.results[0]?.properties).toEqual([{ name: "Requirement", value: "001/FR-002" }]);
  expect(report.results[1]).toMatchObject({ status: "skipped", message: "later" });
});

test.each([
  ['<failure message="expected 1 to be 2">expected 1 to be 2</failure>', "expected 1 to be 2"],
  [
    '<failure message="expected 1">AssertionError: expected 1\n at x</failure>',
    "AssertionError: expected 1\n at x",
  ],
  ['<failure message="Failed">x_test.go:3: expected 1</failure>', "Failed\nx_test.go:3: expected 1"],
  ['<failure message="Failed"/>', "Failed"],
  ["<failure>only text</failure>", "only text"],
])("JUnit: the message of %s is not said twice, nor glued to the text", (failure, expected) => {
  const { results } = reportIn(
    `<testsuite name="s"><testcase classname="a.test.ts" name="n">${failure}</testcase></testsuite>`,
  );
  expect(results[0]?.message).toBe(expected);
});
