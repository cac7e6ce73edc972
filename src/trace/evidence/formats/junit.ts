import type { Property, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { limits } from "../read/limits.ts";
import { isSourcePath } from "../read/source-path.ts";
import { messageOf, property, secondsToMs, timeOf, titleOf, titlesOf } from "../read/values.ts";
import { type Attributes, readXml } from "../read/xml.ts";

interface Suite {
  readonly name: string;
  readonly file: string | undefined;
}

/** A test case whose end has not been read yet. */
interface OpenCase {
  readonly attributes: Attributes;
  readonly suites: readonly Suite[];
  readonly properties: Property[];
  readonly children: Child[];
  /** The property whose value is its text. */
  openProperty?: string | undefined;
}

interface Child {
  readonly name: string;
  readonly type: string;
  readonly message: string;
  text: string;
}

const outcomes = new Set([
  "failure",
  "error",
  "skipped",
  "flakyFailure",
  "flakyError",
  "rerunFailure",
  "rerunError",
]);

/**
 * JUnit XML. There is no standard: runners agree on `testcase` and disagree about everything else, so the file, the
 * suites and the class are taken from wherever a runner puts them.
 */
export function readJunit(text: string): TestReport | string {
  const cases = new CaseList();
  const suites: Suite[] = [];
  const times: (number | undefined)[] = [];
  let open: OpenCase | undefined;
  const outcome = readXml(text, {
    open: (name, attributes) => {
      if (open !== undefined) openChild(open, name, attributes);
      else if (name === "testsuite") {
        suites.push({ name: attributes["name"] ?? "", file: attributes["file"] ?? suites.at(-1)?.file });
        times.push(timeOf(attributes["timestamp"]));
      } else if (name === "testcase") {
        open = { attributes, suites: [...suites], properties: [], children: [] };
      }
    },
    text: (piece) => {
      if (open !== undefined) addText(open, piece);
    },
    close: (name) => {
      if (name === "testcase" && open !== undefined) {
        cases.add(resultOf(open));
        open = undefined;
      } else if (open !== undefined) closeChild(open, name);
      else if (name === "testsuite") suites.pop();
    },
  });
  return outcome.refused ?? cases.report("junit", times, outcome.incomplete);
}

function openChild(open: OpenCase, name: string, attributes: Attributes): void {
  if (outcomes.has(name)) {
    const { type = "", message = "" } = attributes;
    open.children.push({ name, type, message, text: "" });
  } else if (name === "property" && open.properties.length < limits.properties) {
    if (attributes["value"] === undefined) open.openProperty = attributes["name"];
    else open.properties.push(...property(attributes["name"], attributes["value"]));
  }
}

function addText(open: OpenCase, piece: string): void {
  const last = open.children.at(-1);
  if (open.openProperty !== undefined) {
    open.properties.push(...property(open.openProperty, piece.trim()));
    open.openProperty = undefined;
  } else if (last !== undefined && last.text.length < limits.messageLength) last.text += piece;
}

function closeChild(open: OpenCase, name: string): void {
  if (name === "property") open.openProperty = undefined;
}

function resultOf({ attributes, suites, properties, children }: OpenCase): TestResult {
  const { name = "", classname = "", time } = attributes;
  const file =
    attributes["file"] ?? attributes["filepath"] ?? suites.at(-1)?.file ?? fileIn(classname, suites);
  const retries = children.filter((child) => /^(?:flaky|rerun)/.test(child.name)).length;
  return {
    status: statusOf(attributes, children),
    file: titleOf(file),
    line: undefined,
    titles: titlesOf([...suiteTitles(classname, suites), name]),
    class: classname === file || classname === "test" ? undefined : titleOf(classname),
    properties,
    attempts: 1 + retries,
    ms: secondsToMs(time),
    message: children.map(wordsOf).find((words) => words !== undefined),
  };
}

/** The attribute and the text inside say the same, or the text says more. */
function wordsOf({ message, text }: Child): string | undefined {
  const isRepeated = text.includes(message.trim());
  return messageOf(isRepeated ? text : `${message}\n${text}`);
}

function statusOf(attributes: Attributes, children: readonly Child[]): TestStatus {
  const child = (name: string) => children.find((each) => each.name === name);
  const failure = child("failure");
  if (child("error") !== undefined) return "error";
  if (failure !== undefined) return failure.type === "cancelledByParent" ? "cancelled" : "failed";
  if (child("flakyFailure") !== undefined || child("flakyError") !== undefined) return "flaky";
  const skipped = child("skipped");
  if (skipped?.type === "pytest.xfail") return "xfail";
  if (skipped?.type === "todo") return "todo";
  const isDisabled = attributes["status"] === "notrun" || attributes["status"] === "disabled";
  return skipped !== undefined || isDisabled ? "skipped" : "passed";
}

/** node:test has neither class nor file; its suites are the titles. */
function suiteTitles(classname: string, suites: readonly Suite[]): string[] {
  return classname === "test" || classname === "" ? suites.map(({ name }) => name) : [];
}

/** vitest and Playwright write the file into the class or the name of the suite. */
function fileIn(classname: string, suites: readonly Suite[]): string | undefined {
  if (isSourcePath(classname)) return classname;
  return suites.map(({ name }) => name).find(isSourcePath);
}
