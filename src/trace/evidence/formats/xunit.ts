import type { Property, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { messageOf, property, secondsToMs, timeOf, titleOf, titlesOf } from "../read/values.ts";
import { type Attributes, readXml } from "../read/xml.ts";

interface OpenCase {
  readonly attributes: Attributes;
  readonly properties: Property[];
  message: string;
}

/** xUnit.net 2. */
export function readXunit(text: string): TestReport | string {
  const cases = new CaseList();
  const times: (number | undefined)[] = [];
  let open: OpenCase | undefined;
  let element = "";
  const outcome = readXml(text, {
    open: (name, attributes) => {
      element = name;
      if (name === "assembly") times.push(timeOf(startOf(attributes)));
      else if (name === "test") open = { attributes, properties: [], message: "" };
      else if (name === "trait") open?.properties.push(...property(attributes["name"], attributes["value"]));
    },
    text: (piece) => {
      const isMessage = element === "message" || element === "reason";
      if (open !== undefined && isMessage && open.message.length < 2000) open.message += piece;
    },
    close: (name) => {
      element = "";
      if (name !== "test" || open === undefined) return;
      cases.add(resultOf(open));
      open = undefined;
    },
  });
  return outcome.refused ?? cases.report("xunit", times, outcome.incomplete);
}

function startOf(attributes: Attributes): string | undefined {
  const { "run-date": date, "run-time": time } = attributes;
  return date === undefined || time === undefined ? undefined : `${date}T${time}`;
}

const statuses: Readonly<Record<string, TestStatus>> = {
  Pass: "passed",
  Fail: "failed",
  Skip: "skipped",
  NotRun: "skipped",
};

function resultOf({ attributes, properties, message }: OpenCase): TestResult {
  const { name, type, method, time, result = "" } = attributes;
  return {
    status: (Object.hasOwn(statuses, result) ? statuses[result] : undefined) ?? "unknown",
    file: titleOf(attributes["source-file"]),
    titles: titlesOf([name]),
    class: titleOf(type),
    method: titleOf(method),
    properties,
    attempts: 1,
    ms: secondsToMs(time),
    message: messageOf(message),
  };
}
