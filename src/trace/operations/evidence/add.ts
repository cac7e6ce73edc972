import * as z from "zod";
import { clip, clipLine } from "../../../kernel/clip.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import { count, printableLine } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, writing } from "../../../operation/operation.ts";
import { type Added, addEvidence as storeEvidence } from "../../evidence/add.ts";
import type { OpenResult } from "../../evidence/match/outcome.ts";
import { EvidenceInput, TestStatus } from "../../evidence/model.ts";
import { discoverAll } from "./sources.ts";

const maxListed = 20;
const maxName = 200;

const OpenCase = z.object({
  name: z.string().describe("The test as the report names it"),
  candidates: z.array(z.string()).describe("Where the tests are that it fits; empty if it fits none"),
  hint: z.string().optional().describe("What would make it unique"),
});

const Output = z.object({
  reports: z.array(EvidenceInput),
  imported: z.number().int().describe("Runs that came in exported evidence"),
  results: z.partialRecord(TestStatus, z.number().int()).describe("Tests by status"),
  unsure: z.number().int().describe("Results that do not count, because a source file is newer than the run"),
  ambiguous: z.array(OpenCase).describe("Results that fit several tests, and count for none"),
  unmatched: z.array(OpenCase).describe("Results that fit no test of the sources"),
  left_out: z.number().int().describe("Further ambiguous and unmatched results"),
  notes: z.array(z.string()),
  is_new: z.boolean().describe("False if the same evidence was already there"),
});
type Output = z.infer<typeof Output>;

/** Reports of tests, coverage and mutation become evidence. */
export const addEvidence = operation({
  name: "add_evidence",
  title: "Add evidence",
  summary: "Reads reports of tests, coverage and mutation, and keeps what they show",
  details:
    "Known by content: JUnit XML, JSON of vitest, jest, mocha and Cucumber, CTRF, go test -json, cargo test, TAP, TRX, NUnit 3, xUnit 2; lcov, Cobertura, Istanbul, V8, Go cover profiles, coverage.py JSON, JaCoCo XML, llvm-cov export; Stryker reports; exported evidence. Add a report right after the run. A file that cannot be read changes nothing.",
  icon: "check",
  effects: writing,
  cli: {
    words: "evidence add",
    positionals: ["files..."],
    examples: ["evidence add reports/unit.xml coverage/lcov.info", "evidence add main.evidence.json"],
  },
  input: z.object({ files: z.array(z.string()).min(1).max(1000).describe("Report files of the workspace") }),
  output: Output,
  run,
  text: render,
});

async function run(context: Context, { files }: { files: string[] }): Promise<Result<Output>> {
  const tests = await discoverAll(context);
  if (!tests.ok) return tests;
  const { workspace, signal } = context;
  const added = await storeEvidence(workspace, files, { tests: tests.value, now: context.clock(), signal });
  return added.ok ? ok(outputOf(added.value)) : added;
}

function outputOf(added: Added): Output {
  const ambiguous = clip(added.ambiguous.map(shown), maxListed);
  const unmatched = clip(added.unmatched.map(shown), maxListed);
  const dropped = added.dropped === 0 ? [] : [`Removed ${count(added.dropped, "older run")} from the store.`];
  return {
    reports: [...added.inputs],
    imported: added.imported,
    results: added.results,
    unsure: added.unsure,
    ambiguous: ambiguous.shown,
    unmatched: unmatched.shown,
    left_out: ambiguous.leftOut + unmatched.leftOut,
    notes: [...added.notes.map(({ message }) => clipLine(message, maxName)), ...dropped],
    is_new: added.isNew,
  };
}

function shown({ name, candidates, hint }: OpenResult): z.infer<typeof OpenCase> {
  return { name: clipLine(name, maxName), candidates: candidates.slice(0, 5), hint };
}

function render(output: Output): string {
  const { reports, results, unsure, ambiguous, unmatched, left_out: leftOut, notes } = output;
  const lines = reports.map(reportLine);
  const statuses = Object.entries(results).map(([status, number]) => `${number} ${status}`);
  lines.push(statuses.length === 0 ? "No results of tests." : `Tests: ${statuses.join(", ")}.`);
  if (unsure > 0)
    lines.push(
      `${count(unsure, "result")} not counted: a source file is newer than the run. Add reports right after the run.`,
    );
  for (const { name, candidates, hint = "" } of ambiguous)
    lines.push(`Ambiguous: ${printableLine(name)} fits ${candidates.map(printableLine).join(", ")}. ${hint}`);
  for (const { name } of unmatched) lines.push(`No test in the sources: ${printableLine(name)}`);
  if (leftOut > 0) lines.push(`… ${leftOut} more ambiguous or without a test`);
  lines.push(...notes.map(printableLine));
  if (!output.is_new) lines.push("The same evidence was already there.");
  return `${lines.join("\n")}\n`;
}

function reportLine({
  kind,
  name,
  tests,
  matched,
  ambiguous,
  unmatched,
  not_run: notRun,
}: EvidenceInput): string {
  if (tests === 0) return `${printableLine(name)} (${kind}): coverage`;
  const parts = [`${matched} of ${count(tests, "result")} matched`];
  if (ambiguous > 0) parts.push(`${ambiguous} ambiguous`);
  if (unmatched > 0) parts.push(`${unmatched} without a test in the sources`);
  if (notRun !== undefined) parts.push(`${count(notRun, "test")} not run`);
  return `${printableLine(name)} (${kind}): ${parts.join(", ")}`;
}
