import { isRecord } from "../../../kernel/json.ts";
import type { TestReport, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { messageOf, numberOf, textOf } from "../read/values.ts";

const textLine = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, (.*))?(?: <([\d.]+)s>)?$/;
const textStatuses: Readonly<Record<string, TestStatus>> = {
  ok: "passed",
  FAILED: "failed",
  ignored: "skipped",
};

/** The text of `cargo test`, which names every test unless `-q` was given. */
export function readCargoText(lines: Iterable<string>): TestReport {
  const cases = new CaseList();
  let isOpen = false;
  for (const line of lines) {
    if (/^running \d+ tests?$/.test(line)) isOpen = true;
    else if (line.startsWith("test result: ")) isOpen = false;
    const [, name, outcome = "", reason] = textLine.exec(line) ?? [];
    // Between "failures:" and the result, a test's own output can look like a result.
    if (line === "failures:") isOpen = false;
    if (!isOpen || name === undefined) continue;
    const status = textStatuses[outcome] ?? "unknown";
    cases.add({
      status,
      titles: [name],
      ...codeName(name),
      properties: [],
      attempts: 1,
      message: messageOf(reason),
    });
  }
  return cases.report("cargo-text", [], isOpen ? "the last group of tests has no result line" : undefined);
}

const jsonStatuses: Readonly<Record<string, TestStatus>> = {
  ok: "passed",
  failed: "failed",
  ignored: "skipped",
  timeout: "cancelled",
};

/** The JSON lines of libtest (`--format json`). */
export function readCargoJson(lines: Iterable<string>): TestReport {
  const cases = new CaseList();
  let openSuites = 0;
  for (const line of lines) {
    const event = eventOf(line);
    if (event === undefined) continue;
    const { type, name, message, stdout } = event;
    const kind = textOf(event["event"]) ?? "";
    if (type === "suite") openSuites += kind === "started" ? 1 : -1;
    const status = Object.hasOwn(jsonStatuses, kind) ? jsonStatuses[kind] : undefined;
    const title = textOf(name);
    if (type !== "test" || status === undefined || title === undefined) continue;
    const seconds = numberOf(event["exec_time"]);
    cases.add({
      status,
      titles: [title],
      ...codeName(title),
      properties: [],
      attempts: 1,
      ms: seconds === undefined ? undefined : seconds * 1000,
      message: messageOf(message ?? stdout),
    });
  }
  return cases.report("cargo-json", [], openSuites > 0 ? "the last group of tests has no end" : undefined);
}

function eventOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const event: unknown = JSON.parse(line);
    return isRecord(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** `tests::inner::full` is the function `full` of the module `tests::inner`. Doc tests have no name in the code. */
function codeName(name: string): { class?: string; method?: string } {
  if (!/^[\w:]+$/.test(name)) return {};
  const end = name.lastIndexOf("::");
  return end < 0 ? { method: name } : { class: name.slice(0, end), method: name.slice(end + 2) };
}
