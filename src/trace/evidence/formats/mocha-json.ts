import type { TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import {
  type Fields,
  fieldsOf,
  listOf,
  messageOf,
  numberOf,
  textOf,
  timeOf,
  titleOf,
  titlesOf,
} from "../read/values.ts";

/** mocha's JSON: `tests` has every test, the other lists say how it ended. Failed hooks are only in `failures`. */
export function readMochaJson(root: Fields): TestReport {
  const cases = new CaseList();
  const pending = new Set(listOf(root["pending"]).map(keyOf));
  const tests = listOf(root["tests"]);
  const known = new Set(tests.map(keyOf));
  for (const test of tests) cases.add(resultOf(fieldsOf(test), pending.has(keyOf(test))));
  for (const failure of listOf(root["failures"])) {
    if (!known.has(keyOf(failure))) cases.add({ ...resultOf(fieldsOf(failure), false), ...hookOf(failure) });
  }
  return cases.report("mocha-json", [timeOf(fieldsOf(root["stats"])["start"])]);
}

function keyOf(test: unknown): string {
  const { fullTitle, file } = fieldsOf(test);
  return JSON.stringify([file, fullTitle]);
}

/** A failed hook names the test that it was for: `"before all" hook for "never runs"`. */
function hookOf(failure: unknown): Partial<TestResult> {
  const { title, fullTitle } = fieldsOf(failure);
  const match = /^(.*?)"[^"]*" hook(?:: [^"]*)? for "(.*)"$/s.exec(textOf(fullTitle) ?? textOf(title) ?? "");
  const titles = titlesOf([match?.[1]?.trim(), match?.[2]]);
  return titles.length === 0 ? { status: "error" } : { status: "error", titles };
}

function resultOf(test: Fields, isPending: boolean): TestResult {
  const retries = numberOf(test["currentRetry"]) ?? 0;
  const error = fieldsOf(test["err"]);
  const title = textOf(test["title"]) ?? "";
  const full = textOf(test["fullTitle"]) ?? title;
  const suites = full.endsWith(title) ? full.slice(0, full.length - title.length).trim() : "";
  return {
    status: statusOf(isPending, Object.keys(error).length > 0, retries),
    file: titleOf(test["file"]),
    titles: titlesOf([suites, title]),
    properties: [],
    attempts: 1 + retries,
    ms: numberOf(test["duration"]),
    message: messageOf(error["message"]),
  };
}

function statusOf(isPending: boolean, hasError: boolean, retries: number): TestStatus {
  if (isPending) return "skipped";
  if (hasError) return "failed";
  return retries > 0 ? "flaky" : "passed";
}
