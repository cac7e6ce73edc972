import type { TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import {
  type Fields,
  fieldsOf,
  lineOf,
  listOf,
  messageOf,
  numberOf,
  timeOf,
  titleOf,
  titlesOf,
} from "../read/values.ts";

/** The JSON of vitest and jest, which differ in little but the name of a skip. */
export function readJestJson(root: Fields): TestReport {
  const cases = new CaseList();
  for (const suite of listOf(root["testResults"]).map(fieldsOf)) {
    const file = titleOf(suite["name"]) ?? titleOf(suite["testFilePath"]);
    const assertions = listOf(suite["assertionResults"] ?? suite["testResults"]).map(fieldsOf);
    for (const assertion of assertions) cases.add(resultOf(assertion, file));
  }
  return cases.report(isJest(root) ? "jest-json" : "vitest-json", [timeOf(root["startTime"])]);
}

function isJest(root: Fields): boolean {
  return "openHandles" in root || "numRuntimeErrorTestSuites" in root;
}

function resultOf(assertion: Fields, file: string | undefined): TestResult {
  const failures = listOf(assertion["failureMessages"]);
  const invocations = numberOf(assertion["invocations"]) ?? 1;
  const retries = Math.max(invocations - 1, listOf(assertion["retryReasons"]).length);
  const status = statusOf(assertion["status"]);
  // vitest keeps the messages of failed attempts of a test that passed in the end.
  const failedBefore = status === "passed" ? Math.max(failures.length, retries) : 0;
  return {
    status: failedBefore > 0 ? "flaky" : status,
    file,
    line: lineOf(fieldsOf(assertion["location"])["line"]),
    titles: titlesOf([...listOf(assertion["ancestorTitles"]), assertion["title"]]),
    properties: listOf(assertion["tags"]).flatMap((tag) => {
      const value = titleOf(tag);
      return value === undefined ? [] : [{ name: "tag", value }];
    }),
    attempts: 1 + (status === "passed" ? failedBefore : retries),
    ms: numberOf(assertion["duration"]),
    message: messageOf(failures[0]),
  };
}

const statuses: Readonly<Record<string, TestStatus>> = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "skipped",
  disabled: "skipped",
  todo: "todo",
};

function statusOf(value: unknown): TestStatus {
  return (
    (typeof value === "string" && Object.hasOwn(statuses, value) ? statuses[value] : undefined) ?? "unknown"
  );
}
