import type { Property, TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { messageOf, property, timeOf, titleOf, titlesOf } from "../read/values.ts";
import { type Attributes, readXml } from "../read/xml.ts";

interface Definition {
  class?: string | undefined;
  method?: string | undefined;
  readonly properties: Property[];
}

interface OpenResult {
  readonly attributes: Attributes;
  message: string;
}

/** TRX of Visual Studio and `dotnet test`. Results come first; the definitions name class and method. */
export function readTrx(text: string): TestReport | string {
  const definitions = new Map<string, Definition>();
  const results: OpenResult[] = [];
  const times: (number | undefined)[] = [];
  let result: OpenResult | undefined;
  let definition: Definition | undefined;
  let element = "";
  const outcome = readXml(text, {
    open: (name, attributes) => {
      element = name;
      if (name === "Times") times.push(timeOf(attributes["start"]));
      else if (name === "UnitTestResult") result = { attributes, message: "" };
      else if (name === "UnitTest") {
        definition = { properties: [] };
        definitions.set(attributes["id"] ?? "", definition);
      } else if (definition !== undefined) define(definition, name, attributes);
    },
    text: (piece) => {
      if (result !== undefined && element === "Message" && result.message.length < 2000)
        result.message += piece;
    },
    close: (name) => {
      element = "";
      if (name === "UnitTest") definition = undefined;
      if (name === "UnitTestResult" && result !== undefined) {
        results.push(result);
        result = undefined;
      }
    },
  });
  if (outcome.refused !== undefined) return outcome.refused;
  const cases = new CaseList();
  for (const each of results) cases.add(resultOf(each, definitions.get(each.attributes["testId"] ?? "")));
  return cases.report("trx", times, outcome.incomplete);
}

function define(definition: Definition, name: string, attributes: Attributes): void {
  if (name === "TestMethod") {
    // MSTest writes the assembly behind the class.
    definition.class = attributes["className"]?.split(",")[0];
    definition.method = attributes["name"];
  } else if (name === "TestCategoryItem") {
    definition.properties.push(...property("category", attributes["TestCategory"]));
  }
}

const statuses: Readonly<Record<string, TestStatus>> = {
  Passed: "passed",
  PassedButRunAborted: "cancelled",
  Failed: "failed",
  Error: "error",
  Timeout: "failed",
  Aborted: "cancelled",
  NotExecuted: "skipped",
  NotRunnable: "skipped",
  Inconclusive: "skipped",
  Disconnected: "cancelled",
};

function resultOf({ attributes, message }: OpenResult, definition: Definition | undefined): TestResult {
  const { outcome = "", testName, duration } = attributes;
  return {
    status: (Object.hasOwn(statuses, outcome) ? statuses[outcome] : undefined) ?? "unknown",
    titles: titlesOf([testName]),
    class: titleOf(definition?.class),
    method: titleOf(definition?.method),
    properties: definition?.properties ?? [],
    attempts: 1,
    ms: spanToMs(duration),
    message: messageOf(message),
  };
}

/** `00:00:00.0010000`. */
function spanToMs(span: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(span ?? "") ?? [];
  return seconds === undefined
    ? undefined
    : (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}
