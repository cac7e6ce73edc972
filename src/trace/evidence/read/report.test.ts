import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "./limits.ts";
import { readReport } from "./report.ts";

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));
const read = (content: Uint8Array | string) =>
  readReport(typeof content === "string" ? Buffer.from(content) : content);
const faultOf = (content: Uint8Array | string) => {
  const report = read(content);
  return report.ok ? undefined : report.fault;
};
const testsOf = (content: Uint8Array | string) => {
  const report = read(content);
  if (!report.ok || report.value.tests === undefined) throw new Error("no tests");
  return report.value.tests;
};
const junit = (inside: string) => `<?xml version="1.0"?><testsuites>${inside}</testsuites>`;

test.each([
  ["JUnit", junit("")],
  ["JUnit of an empty suite", junit('<testsuite name="FerryTests" tests="0" failures="0"></testsuite>')],
  ["vitest", '{"numTotalTests":0,"success":true,"testResults":[]}'],
  ["Cucumber", "[]"],
  ["cargo", "\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n"],
  ["Go", '{"Time":"2026-11-16T13:06:26Z","Action":"pass","Package":"example.com/ferry","Elapsed":0}\n'],
  ["TAP", "TAP version 13\n1..0\n"],
])("a report of %s without test cases is an error and not a success", (_, text) => {
  expect(faultOf(text)).toMatchObject({
    code: "evidence_empty",
    remedy: expect.stringContaining("not a success"),
  });
});

// covers trace: cut-off-report
test("a report that is cut off in the middle of an element is read as far as it is whole", async () => {
  const whole = (await fixture("vitest.junit.xml")).toString();
  const cut = testsOf(whole.slice(0, whole.indexOf("Group booking") + 5));
  expect(cut.results.map(({ titles }) => titles[0])).toEqual([
    "Reserve a place > Places are left",
    "Reserve a place > The crossing is full",
  ]);
  expect(cut.notes).toEqual([
    {
      rule: "report-incomplete",
      message: "The report is incomplete: it ends in the middle. 2 test cases before that were read.",
    },
  ]);
});

test("a report with a wrong end tag is read up to there", () => {
  const text = junit('<testcase name="a" classname="b"/><testcase name="c"></testsuite>');
  const { results, notes } = testsOf(text);
  expect(results).toHaveLength(1);
  expect(notes[0]?.rule).toBe("report-incomplete");
});

test.each([
  ["SQLite", Buffer.from("SQLite format 3\0……"), "coverage json --show-contexts"],
  ["a raw LLVM profile", Buffer.from("8172666f72706cff0900", "hex"), "llvm-cov export"],
  ["an LLVM profile", Buffer.from("ff6c70726f66698109", "hex"), "llvm-cov export"],
  ["JaCoCo's execution file", Buffer.from("01c0c01007", "hex"), "jacoco:report"],
  ["gzip", Buffer.from("1f8b0800", "hex"), "Unpack"],
  ["HTML", "<!DOCTYPE html>\n<html><body>12 passed</body></html>", "--junitxml"],
  ["the text of go test", "ok  \texample.com/ferry\t0.003s\n", "go test -json"],
  [
    "Clover",
    '<?xml version="1.0"?><coverage generated="1794977873" clover="3.2.0"><project/></coverage>',
    "lcov",
  ],
  ["prose", "All tests passed, trust me.", "JUnit XML"],
])("%s is refused with the command that makes a readable file", (_, content, command) => {
  expect(faultOf(content)).toMatchObject({
    code: "evidence_refused",
    remedy: expect.stringContaining(command),
  });
});

// covers trace: quiet-cargo
test("cargo test -q is refused, because it does not name what passed", async () => {
  expect(faultOf(await fixture("cargo-quiet.txt"))).toMatchObject({
    code: "evidence_refused",
    remedy: expect.stringContaining("without `-q`"),
  });
  expect(faultOf(await fixture("go-test.txt"))?.remedy).toContain("go test -json");
});

// covers trace: hostile-report
test("entity declarations are refused, whether they expand or name a file", () => {
  const declare = (entity: string) =>
    `<?xml version="1.0"?><!DOCTYPE x [${entity}]><testsuites><testcase name="&a;" classname="x"/></testsuites>`;
  const bomb = '<!ENTITY l "lol"><!ENTITY a "&l;&l;&l;&l;&l;&l;&l;&l;&l;&l;">';
  const file = '<!ENTITY a SYSTEM "file:///etc/passwd">';
  for (const entity of [bomb, file]) {
    expect(faultOf(declare(entity))).toMatchObject({
      code: "evidence_refused",
      message: expect.stringContaining("declares entities"),
    });
  }
});

test("an unknown entity stays as it is written", () => {
  expect(testsOf(junit('<testcase name="a&nbsp;b" classname="x"/>')).results[0]?.titles).toEqual([
    "a&nbsp;b",
  ]);
});

// covers trace: hostile-report
test("deep nesting is refused, in XML and in JSON", () => {
  const xml = junit("<testsuite>".repeat(100_000) + "</testsuite>".repeat(100_000));
  expect(faultOf(xml)?.message).toContain("nest deeper than 64");
  expect(faultOf(`{"testResults":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)?.message).toContain(
    "deeper than 64",
  );
});

test("NUL bytes are refused, UTF-16 with a mark is read", () => {
  expect(faultOf(Buffer.from("<testsuites>\0</testsuites>"))?.message).toContain("NUL");
  const text = junit('<testcase name="größer" classname="x"/>');
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big, Buffer.from(`\ufeff${text}`)]) {
    expect(testsOf(bytes).results[0]?.titles).toEqual(["größer"]);
  }
});

// covers trace: hostile-report
test("a file over the limit is refused before it is decoded", () => {
  const xml = Buffer.alloc(limits.parsedBytes + 1, " ");
  xml.write("<testsuites>");
  expect(faultOf(xml)?.message).toContain("at most 64 MB");
  expect(faultOf(Buffer.alloc(limits.fileBytes + 1, "x"))?.message).toContain("at most 200 MB");
});

// covers trace: odd-titles
test("titles with markup, terminal codes, line feeds and 10 kB are kept, long ones cut", () => {
  const title = `<b>&"'\u001b[31mred\n${"x".repeat(10_000)}`;
  const escaped = title
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/"/g, "&quot;")
    .replace(/\n/g, "&#10;");
  const [result] = testsOf(junit(`<testcase name="${escaped}" classname="x"/>`)).results;
  expect(result?.titles[0]).toHaveLength(limits.titleLength);
  expect(result?.titles[0]?.startsWith(`<b>&"'\u001b[31mred\n`)).toBe(true);
  expect(result?.titles[0]?.endsWith("…")).toBe(true);
});

test("50,000 cases are read in a moment", () => {
  const one = (index: number) =>
    `<testcase classname="test/b${index % 90}.test.js" name="Reserve &gt; full ${index}" time="0.1"/>`;
  const text = junit(
    `<testsuite>${Array.from({ length: 50_000 }, (_, index) => one(index)).join("\n")}</testsuite>`,
  );
  expect(testsOf(text).results).toHaveLength(50_000);
});

const fixtures = [
  "vitest.junit.xml",
  "vitest.json",
  "go-test.json",
  "node.tap",
  "cargo.txt",
  "cucumber.json",
  "jest.ctrf.json",
  "coverage-py.json",
  "vitest.cobertura.xml",
  "stryker.json",
  "llvm-cov.json",
];

test.each(fixtures)("%s, damaged anywhere, is read or refused but never throws", async (name) => {
  const bytes = await fixture(name);
  const damage = fc.record({
    at: fc.nat(bytes.length),
    length: fc.nat(40),
    insert: fc.oneof(
      fc.string(),
      fc.constantFrom("<", "]]>", "{", "\0", '"', "&x;", "<!DOCTYPE a [", "\u001b[31m"),
    ),
  });
  fc.assert(
    fc.property(damage, ({ at, length, insert }) => {
      const damaged = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(insert),
        bytes.subarray(at + length),
      ]);
      const report = read(damaged);
      expect(report.ok || report.fault.code.startsWith("evidence_")).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test("text of any kind is read or refused but never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (content) => {
      const report = read(content);
      expect(report.ok || report.fault.code.startsWith("evidence_")).toBe(true);
    }),
    { numRuns: 500 },
  );
});
