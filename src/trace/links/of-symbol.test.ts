import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { readTrace } from "../read/trace.ts";
import { SourceCache } from "../sources/cache.ts";
import { noEvidence, type TestOutcome } from "../state/outcome.ts";
import { requirementsOfSymbol } from "./of-symbol.ts";

const scenario = (name: string) => `#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** it is done\n\n`;
const names = ["By tag", "By record", "By run", "By nothing"];
const files = {
  "openspec/specs/booking/spec.md": `# B\n\n## Purpose\n\nAll of it.\n\n## Requirements\n\n### Requirement: Reserve\n\nIt SHALL work.\n\n${names.map(scenario).join("")}`,
  "src/book.ts":
    "// [IMPLEMENTS: booking/reserve#by-tag]\nexport function book() {\n  return 1;\n}\n\nexport function other() {}\n",
  "test/book.test.ts": '// [VERIFIES: booking/reserve#by-run]\ntest("runs", () => { book(); });\n',
  ".trace/openspec/booking/reserve.toml":
    'address = "openspec:booking/reserve"\n\n[scenario.by-record]\ncode = [\n  "src/book.ts#book",\n]\n',
};

async function traceWith(outcome: Partial<TestOutcome>) {
  const workspace = await openWorkspace(await temporaryTree(files));
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const rests = { grain: "symbol", items: { "src/book.ts#book": "c1:1" } } as const;
  const passed: TestOutcome = { status: "passed", isFresh: true, level: "exercised", rests, ...outcome };
  const evidence = { ...noEvidence, outcomeOf: () => passed, reports: 1 };
  const options = {
    cache: new SourceCache(),
    signal: new AbortController().signal,
    now: new Date(),
    evidence,
  };
  const trace = await readTrace(workspace.value, options);
  if (!trace.ok) throw new Error(trace.fault.message);
  return trace.value;
}

const book = { file: "src/book.ts", name: "book", startLine: 2, endLine: 4 };

test("a symbol has the requirements of its tags, of records, and of passing tests that executed it", async () => {
  const trace = await traceWith({});
  const all = ["booking/reserve#by-record", "booking/reserve#by-run", "booking/reserve#by-tag"];
  expect(requirementsOfSymbol(trace, book)).toEqual(all);
  expect(requirementsOfSymbol(trace, { ...book, name: "other", startLine: 6, endLine: 6 })).toEqual([]);
});

test("a requirement that is known by its tag is not repeated, nor are the parts of a known one", async () => {
  const trace = await traceWith({});
  expect(requirementsOfSymbol(trace, book, ["reserve#by-tag"])).toHaveLength(2);
  expect(requirementsOfSymbol(trace, book, ["booking/reserve"])).toEqual([]);
});

test("a test that failed or whose result is outdated gives its requirement to no code", async () => {
  for (const outcome of [{ status: "failed" }, { isFresh: false }] as const)
    expect(requirementsOfSymbol(await traceWith(outcome), book)).not.toContain("booking/reserve#by-run");
});

test("a function that holds a test has the requirements of that test", async () => {
  const place = { file: "test/book.test.ts", name: "suite", startLine: 1, endLine: 3 };
  expect(requirementsOfSymbol(await traceWith({}), place)).toEqual(["booking/reserve#by-run"]);
});
