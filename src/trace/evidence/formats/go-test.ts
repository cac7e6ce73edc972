import { isRecord } from "../../../kernel/json.ts";
import type { ReportNote, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { type Fields, messageOf, numberOf, textOf, timeOf } from "../read/values.ts";

interface GoTest {
  readonly package: string;
  readonly name: string;
  status: TestStatus;
  ms: number | undefined;
  output: string;
  hasSubtests: boolean;
  runs: number;
}

/**
 * `go test -json`: one event a line. A package that does not build has a plain line instead (before Go 1.24) and no
 * tests; its result has the class of the package and no name in the code, and stands for every test in it.
 */
export function readGoTest(lines: Iterable<string>): TestReport {
  const tests = new Map<string, GoTest>();
  const broken = new Map<string, string>();
  let started: number | undefined;
  let isCut = false;
  for (const line of lines) {
    const event = eventOf(line);
    if (event === "cut") isCut = true;
    else if (event === undefined) noteBroken(line, broken);
    else {
      started ??= timeOf(event["Time"]);
      apply(event, tests, broken);
    }
  }
  return reportOf(tests, broken, started, isCut);
}

function reportOf(
  tests: ReadonlyMap<string, GoTest>,
  broken: ReadonlyMap<string, string>,
  started: number | undefined,
  isCut: boolean,
): TestReport {
  const cases = new CaseList();
  for (const test of tests.values()) {
    // A parent repeats what its subtests say, unless it failed by itself.
    const failedAlone = test.status === "failed" && !hasFailedSubtest(test, tests);
    if (!test.hasSubtests || failedAlone) cases.add(resultOf(test));
  }
  for (const [name, reason] of broken) cases.add(brokenPackage(name, reason));
  const notes: ReportNote[] = [...broken.keys()].map((name) => ({
    rule: "report-format",
    message: `Package ${name} did not build: each of its tests counts as an error.`,
  }));
  return cases.report("go-test-json", [started], isCut ? "its last line is cut off" : undefined, notes);
}

function hasFailedSubtest(parent: GoTest, tests: ReadonlyMap<string, GoTest>): boolean {
  const prefix = `${parent.package}\n${parent.name}/`;
  for (const [key, test] of tests) {
    if (key.startsWith(prefix) && test.status === "failed") return true;
  }
  return false;
}

function eventOf(line: string): Fields | "cut" | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const event: unknown = JSON.parse(line);
    return isRecord(event) && typeof event["Action"] === "string" ? event : undefined;
  } catch {
    return "cut";
  }
}

function noteBroken(line: string, broken: Map<string, string>): void {
  const match = /^FAIL\s+(\S+) \[(build failed|setup failed)\]$/.exec(line);
  if (match?.[1] !== undefined) broken.set(match[1], match[2] ?? "");
}

const statuses: Readonly<Record<string, TestStatus>> = { pass: "passed", fail: "failed", skip: "skipped" };

function apply(event: Fields, tests: Map<string, GoTest>, broken: Map<string, string>): void {
  const action = textOf(event["Action"]) ?? "";
  const package_ = textOf(event["Package"]) ?? textOf(event["ImportPath"])?.replace(/ \[.*\]$/, "") ?? "";
  const name = textOf(event["Test"]);
  if (action === "build-fail" || (action === "fail" && textOf(event["FailedBuild"]) !== undefined))
    broken.set(package_.replace(/\.test$/, ""), "build failed");
  if (name === undefined) return;
  const test = testOf(tests, package_, name);
  if (action === "run") test.runs += 1;
  if (action === "output" && test.output.length < 2000) test.output += textOf(event["Output"]) ?? "";
  const status = Object.hasOwn(statuses, action) ? statuses[action] : undefined;
  if (status === undefined) return;
  // `-count` runs a test several times; one failure counts.
  test.status = test.status === "failed" ? "failed" : status;
  test.ms = (numberOf(event["Elapsed"]) ?? 0) * 1000;
}

function testOf(tests: Map<string, GoTest>, package_: string, name: string): GoTest {
  const key = `${package_}\n${name}`;
  const known = tests.get(key);
  if (known !== undefined) return known;
  // A test that never ended was cut off: by a panic of another one, a time limit or the end of the file.
  const status: TestStatus = "cancelled";
  const test: GoTest = {
    package: package_,
    name,
    status,
    ms: undefined,
    output: "",
    hasSubtests: false,
    runs: 0,
  };
  tests.set(key, test);
  for (let slash = name.lastIndexOf("/"); slash > 0; slash = name.lastIndexOf("/", slash - 1)) {
    const parent = tests.get(`${package_}\n${name.slice(0, slash)}`);
    if (parent !== undefined) parent.hasSubtests = true;
  }
  return test;
}

function resultOf(test: GoTest): TestResult {
  const message = test.output.replace(/^\s*(?:===|---).*\n?/gm, "");
  return {
    status: test.status,
    titles: [test.name],
    class: test.package,
    method: test.name,
    properties: [],
    attempts: Math.max(1, test.runs),
    ms: test.ms,
    message: test.status === "passed" ? undefined : messageOf(message),
  };
}

function brokenPackage(name: string, reason: string): TestResult {
  return { status: "error", titles: ["*"], class: name, properties: [], attempts: 1, message: reason };
}
