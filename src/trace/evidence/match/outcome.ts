import type { DiscoveredTest } from "../../tests/model.ts";
import type { Property, ReportKind, TestResult, TestStatus } from "../model.ts";
import type { Match, TestMatcher } from "./matcher.ts";

/** What one report says about one discovered test, all its instances together. */
export interface TestOutcome {
  readonly status: TestStatus;
  readonly attempts: number;
  readonly ms?: number | undefined;
  readonly message?: string | undefined;
  readonly properties: readonly Property[];
}

/** A result that fits several tests or none, as a person should see it. */
export interface OpenResult {
  readonly name: string;
  /** The files of the tests that it fits; empty if it fits none. */
  readonly candidates: readonly string[];
  /** What would make it unique. */
  readonly hint?: string | undefined;
}

export interface Outcomes {
  /** By the place of the test in the list. */
  readonly tests: ReadonlyMap<number, TestOutcome>;
  /** Skipped in the report and not in the source: the run selected other tests, and says nothing about these. */
  readonly notRun: ReadonlySet<number>;
  readonly matched: number;
  readonly ambiguous: readonly OpenResult[];
  readonly unmatched: readonly OpenResult[];
}

/** Gives each result of a report to its test. */
export function outcomesOf(
  results: readonly TestResult[],
  kind: ReportKind,
  tests: readonly DiscoveredTest[],
  matcher: TestMatcher,
  near = "",
): Outcomes {
  const found = new Map<number, TestOutcome>();
  const notRun = new Set<number>();
  const ambiguous: OpenResult[] = [];
  const unmatched: OpenResult[] = [];
  let matched = 0;
  const matches = results.map((result) => matcher.match(result, near));
  const twins = agreeingTwins(results, matches, tests);
  for (const [at, result] of results.entries()) {
    const match = twins.get(at) ?? matches[at] ?? { kind: "none" };
    if (match.kind === "none") unmatched.push({ name: nameOf(result), candidates: [] });
    else if (match.kind === "ambiguous") ambiguous.push(openResult(result, match, kind, tests));
    else {
      matched += 1;
      for (const index of match.kind === "all" ? match.tests : [match.test]) {
        const outcome = outcomeOf(result, tests[index]);
        if (outcome === undefined) notRun.add(index);
        else found.set(index, combine(found.get(index), outcome));
      }
    }
  }
  for (const index of found.keys()) notRun.delete(index);
  return { tests: found, notRun, matched, ambiguous, unmatched };
}

/**
 * Tests of one title in one file, each with a result: where all these results agree it does not matter which belongs to
 * which test. By the place of the result.
 */
function agreeingTwins(
  results: readonly TestResult[],
  matches: readonly Match[],
  tests: readonly DiscoveredTest[],
): ReadonlyMap<number, Match> {
  const groups = new Map<string, number[]>();
  for (const [at, match] of matches.entries()) {
    if (match.kind !== "ambiguous") continue;
    const key = match.tests.join(",");
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  const twins = new Map<number, Match>();
  for (const group of groups.values()) {
    const match = matches[group[0] ?? 0];
    if (match?.kind !== "ambiguous" || match.tests.length > group.length) continue;
    const isOneFile = new Set(match.tests.map((index) => tests[index]?.file)).size === 1;
    const isAgreed = new Set(group.map((at) => results[at]?.status)).size === 1;
    // Parametrized tests under one title: instances that all passed are instances of all of them.
    const isTable = match.tests.every((index) => tests[index]?.parametrized === true);
    if (isOneFile && isAgreed && isTable && results[group[0] ?? 0]?.status === "passed") {
      for (const at of group) twins.set(at, { kind: "all", tests: match.tests });
      continue;
    }
    if (match.tests.length !== group.length) continue;
    const isPlain = match.tests.every((index) => tests[index]?.parametrized === false);
    if (!isOneFile || !isAgreed || !isPlain) continue;
    group.forEach((at, place) => {
      const test = match.tests[place];
      if (test !== undefined) twins.set(at, { kind: "one", test });
    });
  }
  return twins;
}

/** What the report says, seen with the marks in the source; undefined if the test was only not selected. */
function outcomeOf(result: TestResult, test: DiscoveredTest | undefined): TestOutcome | undefined {
  const { attempts, ms, message, properties } = result;
  const status = statusWithMarks(result.status, test);
  return status === undefined ? undefined : { status, attempts, ms, message, properties };
}

function statusWithMarks(status: TestStatus, test: DiscoveredTest | undefined): TestStatus | undefined {
  const modifiers = test?.modifiers ?? [];
  const isPass = status === "passed" || status === "flaky";
  // jest-junit reports a test that is still to be written as a pass.
  if (isPass && modifiers.includes("todo")) return "todo";
  // The XML of pytest shows an unexpected pass as a pass; vitest shows an expected failure as one.
  if (isPass && modifiers.includes("fails")) return test?.file.endsWith(".py") === true ? "xpass" : "xfail";
  const isSkip = status === "skipped" || status === "todo";
  const isMarked = modifiers.some((modifier) => /^(?:skip|todo|conditional)$/.test(modifier));
  return isSkip && !isMarked ? undefined : status;
}

/** Instances of one test: it passed if one passed and none of those that ran did anything else. */
export function combine(before: TestOutcome | undefined, next: TestOutcome): TestOutcome {
  if (before === undefined) return next;
  const worse = rank(next.status) < rank(before.status) ? next : before;
  return {
    status: worse.status,
    attempts: Math.max(before.attempts, next.attempts),
    ms: before.ms === undefined && next.ms === undefined ? undefined : (before.ms ?? 0) + (next.ms ?? 0),
    message: worse.message,
    properties: [...before.properties, ...next.properties],
  };
}

const order: readonly TestStatus[] = [
  "failed",
  "error",
  "cancelled",
  "unknown",
  "flaky",
  "passed",
  "xpass",
  "xfail",
  "skipped",
  "todo",
];

function rank(status: TestStatus): number {
  return order.indexOf(status);
}

function openResult(
  result: TestResult,
  match: Extract<Match, { kind: "ambiguous" }>,
  kind: ReportKind,
  tests: readonly DiscoveredTest[],
): OpenResult {
  const candidates = match.tests.map((index) => {
    const test = tests[index];
    return test === undefined ? "" : `${test.file}:${test.range.startLine}`;
  });
  return { name: nameOf(result), candidates, hint: hintFor(result, kind, candidates) };
}

function nameOf({ titles, class: type }: TestResult): string {
  const name = titles.join(" > ");
  return type === undefined || type === name ? name : `${type} ${name}`;
}

function hintFor(result: TestResult, kind: ReportKind, candidates: readonly string[]): string {
  const files = new Set(candidates.map((candidate) => candidate.replace(/:\d+$/, "")));
  if (files.size === 1) return "Give the tests of this file different titles.";
  if (result.file !== undefined)
    return "Several files end with the reported path. Run the tests from the root, or keep the report in the folder of its package.";
  if (kind === "junit" && result.class === result.titles.join(" "))
    return 'The report names no file. With jest-junit, set addFileAttribute to "true".';
  return "The report names no file. Use a reporter that writes it, or give the tests different titles.";
}
