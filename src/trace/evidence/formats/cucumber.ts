import type { Property, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import {
  type Fields,
  fieldsOf,
  lineOf,
  listOf,
  messageOf,
  numberOf,
  textOf,
  titleOf,
  titlesOf,
} from "../read/values.ts";

/** Cucumber JSON: a scenario passes only if every step, hooks included, passed. */
export function readCucumber(features: readonly unknown[]): TestReport {
  const cases = new CaseList();
  for (const feature of features.map(fieldsOf)) {
    const background: unknown[] = [];
    for (const element of listOf(feature["elements"]).map(fieldsOf)) {
      if (element["type"] === "background")
        background.splice(0, background.length, ...listOf(element["steps"]));
      else cases.add(resultOf(feature, element, background));
    }
  }
  return cases.report("cucumber-json");
}

function resultOf(feature: Fields, element: Fields, background: readonly unknown[]): TestResult {
  const steps = [
    ...background,
    ...listOf(element["before"]),
    ...listOf(element["steps"]),
    ...listOf(element["after"]),
  ];
  const results = steps.map((step) => fieldsOf(fieldsOf(step)["result"]));
  const nanoseconds = results.reduce((sum, { duration }) => sum + (numberOf(duration) ?? 0), 0);
  return {
    status: statusOf(results.map(({ status }) => textOf(status) ?? "")),
    file: titleOf(feature["uri"]),
    line: lineOf(element["line"]),
    titles: titlesOf([feature["name"], element["name"]]),
    properties: tagsOf(element),
    attempts: 1,
    ms: nanoseconds / 1e6,
    message: messageOf(results.map((result) => result["error_message"]).find((message) => textOf(message))),
  };
}

function statusOf(steps: readonly string[]): TestStatus {
  if (steps.includes("failed")) return "failed";
  if (steps.some((step) => step === "undefined" || step === "ambiguous")) return "error";
  if (steps.includes("pending")) return "todo";
  if (steps.includes("skipped")) return "skipped";
  return steps.length > 0 && steps.every((step) => step === "passed") ? "passed" : "unknown";
}

function tagsOf(element: Fields): Property[] {
  return listOf(element["tags"]).flatMap((tag) => {
    const value = titleOf(fieldsOf(tag)["name"])?.replace(/^@/, "");
    return value === undefined ? [] : [{ name: "tag", value }];
  });
}
