import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { FileCoverage } from "../model.ts";
import { readReport } from "../read/report.ts";
import { linesOfRanges } from "./v8.ts";

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));
const coverageIn = (content: Uint8Array | string) => {
  const files: FileCoverage[] = [];
  const read = readReport(typeof content === "string" ? Buffer.from(content) : content, (file) =>
    files.push(file),
  );
  if (!read.ok) throw new Error(`${read.fault.message} ${read.fault.remedy}`);
  return { files, coverage: read.value.coverage, mutation: read.value.mutation };
};
const coverageOf = async (name: string) => coverageIn(await fixture(name));
const hits = (file: FileCoverage | undefined) => Object.fromEntries(file?.lines ?? []);

/** What vitest's run of `booking.js` executed, as every format of it says. */
const executed = { 2: 2, 3: 1, 5: 1, 9: 1, 13: 3 };

test.each(["vitest.lcov", "vitest.cobertura.xml", "istanbul.json"])(
  "%s: the hits of each line",
  async (name) => {
    const { files } = await coverageOf(name);
    expect(files.map(({ file }) => file.replace("/ci/ferry/", ""))).toEqual([
      expect.stringMatching(/booking\.js$/),
    ]);
    expect(hits(files[0])).toEqual(executed);
  },
);

test("lcov of coverage.py has a digest of each line", async () => {
  const { files } = await coverageOf("coverage-py.lcov");
  expect(files.map(({ file }) => file)).toEqual(["booking.py", "test_booking.py"]);
  expect(files[0]?.lineDigests?.get(5)).toBe("2MvT67hDHT7e6UWIMdBk/w");
  expect(files[1]?.lines.get(46)).toBe(0);
});

test("lcov that ends inside a record leaves that record out", () => {
  const { files, coverage } = coverageIn("TN:\nSF:a.js\nDA:1,1\nend_of_record\nSF:b.js\nDA:1,1\n");
  expect(files.map(({ file }) => file)).toEqual(["a.js"]);
  expect(coverage?.notes[0]?.rule).toBe("report-incomplete");
});

// covers trace: import-time
test("coverage.py with contexts: import time and set-up are not executed by a test", async () => {
  const { files } = await coverageOf("coverage-py.json");
  const contexts = files[0]?.byTest?.map(({ test, lines }) => [test.class, test.method, lines]);
  expect(contexts).toContainEqual(["test_booking.TestReserve", "test_places_are_left", [5, 6]]);
  expect(contexts).toContainEqual(["test_booking", "test_cancel", [11]]);
  expect(files[0]?.byTest?.flatMap(({ lines }) => lines)).not.toContain(1);
  expect(files[1]?.byTest?.some(({ test }) => test.method === "test_setup_error")).toBe(false);
  const { files: pytestCov } = coverageIn(
    '{"meta":{"version":"7"},"files":{"booking.py":{"contexts":{"2":["test_booking.py::TestReserve::test_full|run"],"1":[""]}}}}',
  );
  expect(pytestCov[0]?.byTest).toEqual([
    {
      test: { file: "test_booking.py", titles: ["TestReserve", "test_full"], method: "test_full" },
      lines: [2],
    },
  ]);
});

test("a cover profile of Go", async () => {
  const { files } = await coverageOf("go.cover");
  expect(files.map(({ file }) => file)).toEqual(["example.com/ferry/booking.go"]);
  expect(hits(files[0])).toEqual({ 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 10: 0 });
});

test("llvm-cov export: a function that was never called has no hit", async () => {
  const { files } = await coverageOf("llvm-cov.json");
  const lines = hits(files[0]);
  expect([lines[2], lines[3], lines[9], lines[13]]).toEqual([1, 1, 0, 1]);
});

test("V8: offsets become lines of the text that ran", async () => {
  const { files } = await coverageOf("v8.json");
  const source = (await fixture("booking.js.txt")).toString();
  const file = files.find((each) => each.file.endsWith("/src/booking.js"));
  const lines = linesOfRanges(source, file?.ranges ?? []);
  // One test called `book` with a free place; `next` and `cancel` were not called.
  expect([lines?.get(2), lines?.get(3), lines?.get(5), lines?.get(9), lines?.get(13)]).toEqual([
    1, 1, 0, 0, 0,
  ]);
  expect(linesOfRanges(`${source}\n// one more comment\n`, file?.ranges ?? [])).toBeUndefined();
});

test("JaCoCo: instructions of a line (sample by hand)", () => {
  const { files, coverage } =
    coverageIn(`<?xml version="1.0"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
    <report name="ferry"><sessioninfo id="ci" start="1794977871956" dump="1794977871999"/><package name="ferry">
    <sourcefile name="Booking.java"><line nr="5" mi="0" ci="2" mb="0" cb="2"/><line nr="8" mi="2" ci="0" mb="0" cb="0"/></sourcefile></package></report>`);
  expect([coverage?.startedAt, files[0]?.file, hits(files[0])]).toEqual([
    1794977871956,
    "ferry/Booking.java",
    { 5: 2, 8: 0 },
  ]);
});

test("Stryker: mutants with the tests that covered and killed them", async () => {
  const { mutation } = await coverageOf("stryker.json");
  const [first] = mutation?.mutants ?? [];
  expect(first).toMatchObject({
    file: "src/booking.js",
    startLine: 1,
    endLine: 6,
    status: "killed",
    killedBy: ["0"],
  });
  expect(mutation?.tests.get("0")).toMatchObject({
    file: "st/booking.test.js",
    name: "Reserve a place Places are left",
  });
});
