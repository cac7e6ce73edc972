import type { Coverage, TestLines, TestReference, VisitCoverage } from "../model.ts";
import { type Fields, fieldsOf, lineOf, listOf, textOf } from "../read/values.ts";

/** coverage.py's JSON. With `--show-contexts` it says which test executed which line. */
export function readCoveragePy(root: Fields, visit: VisitCoverage): Coverage {
  const files = Object.entries(fieldsOf(root["files"]));
  for (const [file, value] of files) {
    const entry = fieldsOf(value);
    const hits = new Map<number, number>();
    for (const line of listOf(entry["missing_lines"])) setLine(hits, line, 0);
    for (const line of listOf(entry["executed_lines"])) setLine(hits, line, 1);
    visit({ file, lines: hits, byTest: byTest(fieldsOf(entry["contexts"])) });
  }
  return { kind: "coverage-py", files: files.length, startedAt: undefined, notes: [] };
}

function setLine(hits: Map<number, number>, value: unknown, count: number): void {
  const line = lineOf(value);
  if (line !== undefined) hits.set(line, count);
}

/** The empty context is import time; set-up and teardown are not the test itself. */
function byTest(contexts: Fields): TestLines[] | undefined {
  const lines = new Map<string, number[]>();
  for (const [key, names] of Object.entries(contexts)) {
    const line = lineOf(key);
    for (const name of listOf(names)) {
      const context = textOf(name);
      if (line === undefined || context === undefined || /\|(?:setup|teardown)$/.test(context)) continue;
      const known = lines.get(context);
      if (known === undefined) lines.set(context, [line]);
      else known.push(line);
    }
  }
  if (lines.size === 0) return undefined;
  return [...lines].map(([context, executed]) => ({ test: testOfContext(context), lines: executed }));
}

/** `test_booking.py::TestReserve::test_full|run` (pytest-cov) or `test_booking.TestReserve.test_full` (coverage.py). */
export function testOfContext(context: string): TestReference {
  const name = context.replace(/\|run$/, "");
  const [file, ...names] = name.split("::");
  if (names.length > 0) return { file, titles: names, method: names.at(-1) };
  const end = name.lastIndexOf(".");
  if (end < 0) return { titles: [name], method: name };
  const method = name.slice(end + 1);
  return { titles: [method], class: name.slice(0, end), method };
}
