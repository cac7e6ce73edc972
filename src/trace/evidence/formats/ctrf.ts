import type { Property, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import {
  type Fields,
  fieldsOf,
  lineOf,
  listOf,
  messageOf,
  numberOf,
  property,
  textOf,
  timeOf,
  titleOf,
  titlesOf,
} from "../read/values.ts";

/** CTRF, the Common Test Report Format. */
export function readCtrf(root: Fields): TestReport {
  const cases = new CaseList();
  const results = fieldsOf(root["results"]);
  for (const test of listOf(results["tests"])) cases.add(resultOf(fieldsOf(test)));
  return cases.report("ctrf", [timeOf(fieldsOf(results["summary"])["start"])]);
}

function resultOf(test: Fields): TestResult {
  const retries = Math.max(numberOf(test["retries"]) ?? 0, listOf(test["retryAttempts"]).length);
  const status = statusOf(test);
  const isFlaky = status === "passed" && (test["flaky"] === true || retries > 0);
  return {
    status: isFlaky ? "flaky" : status,
    file: titleOf(test["filePath"]) ?? titleOf(test["filepath"]),
    line: lineOf(test["line"]),
    titles: titlesOf([...suitesOf(test["suite"]), test["name"]]),
    properties: [...labelsOf(test["labels"]), ...tagsOf(test["tags"])],
    attempts: 1 + retries,
    ms: numberOf(test["duration"]),
    message: messageOf(test["message"]),
  };
}

/** `pending` is a skip of the runner, `other` whatever CTRF has no word for: then the runner's own word counts. */
function statusOf(test: Fields): TestStatus {
  const { status, rawStatus } = test;
  if (status === "passed") return "passed";
  if (status === "failed") return rawStatus === "broken" ? "error" : "failed";
  if (rawStatus === "todo") return "todo";
  return status === "skipped" || status === "pending" ? "skipped" : "unknown";
}

/** A list since version 1, before that one text with the file in front: `book.spec.ts > Reserve a place`. */
function suitesOf(suite: unknown): unknown[] {
  if (Array.isArray(suite)) return suite;
  const text = textOf(suite) ?? "";
  return text === "" ? [] : text.split(" > ").filter((part) => !/\.\w{1,6}$/.test(part));
}

function labelsOf(labels: unknown): Property[] {
  return Object.entries(fieldsOf(labels)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each) =>
      property(name, typeof each === "number" ? String(each) : each),
    ),
  );
}

function tagsOf(tags: unknown): Property[] {
  return listOf(tags).flatMap((tag) => property("tag", tag));
}
