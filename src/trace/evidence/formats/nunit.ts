import type { Property, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { messageOf, property, secondsToMs, timeOf, titleOf, titlesOf } from "../read/values.ts";
import { type Attributes, readXml } from "../read/xml.ts";

interface OpenCase {
  readonly attributes: Attributes;
  readonly properties: Property[];
  message: string;
}

/** NUnit 3. */
export function readNunit(text: string): TestReport | string {
  const cases = new CaseList();
  const times: (number | undefined)[] = [];
  let open: OpenCase | undefined;
  let element = "";
  const outcome = readXml(text, {
    open: (name, attributes) => {
      element = name;
      if (name === "test-run") times.push(timeOf(attributes["start-time"]));
      else if (name === "test-case") open = { attributes, properties: [], message: "" };
      else if (name === "property")
        open?.properties.push(...property(attributes["name"], attributes["value"]));
    },
    text: (piece) => {
      if (open !== undefined && element === "message" && open.message.length < 2000) open.message += piece;
    },
    close: (name) => {
      element = "";
      if (name !== "test-case" || open === undefined) return;
      cases.add(resultOf(open));
      open = undefined;
    },
  });
  return outcome.refused ?? cases.report("nunit", times, outcome.incomplete);
}

function resultOf({ attributes, properties, message }: OpenCase): TestResult {
  const { name, fullname, classname, methodname, duration } = attributes;
  return {
    status: statusOf(attributes),
    titles: titlesOf([name ?? fullname]),
    class: titleOf(classname) ?? titleOf(classIn(fullname, name)),
    method: titleOf(methodname) ?? titleOf(name?.replace(/\(.*$/s, "")),
    properties,
    attempts: 1,
    ms: secondsToMs(duration),
    message: messageOf(message),
  };
}

function statusOf({ result, label, site }: Attributes): TestStatus {
  if (result === "Passed") return "passed";
  if (result === "Warning") return "passed";
  if (label === "Cancelled") return "cancelled";
  if (result === "Failed") return label === "Error" || site === "SetUp" ? "error" : "failed";
  return result === "Skipped" || result === "Inconclusive" ? "skipped" : "unknown";
}

function classIn(fullname: string | undefined, name: string | undefined): string | undefined {
  const end = `.${name ?? ""}`;
  return fullname?.endsWith(end) ? fullname.slice(0, -end.length) : undefined;
}
