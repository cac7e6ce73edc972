import { join } from "node:path";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { TreeCopy } from "../../workspace/copy/tree-copy.ts";
import { runProgram } from "../../workspace/process/run.ts";
import { TestMatcher } from "../evidence/match/matcher.ts";
import { outcomesOf } from "../evidence/match/outcome.ts";
import type { TestStatus } from "../evidence/model.ts";
import { readReport } from "../evidence/read/report.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { fillCommand, type TestCommand } from "./command/command.ts";

/** Tests of one file that one command runs. */
export interface TestGroup {
  readonly command: TestCommand;
  readonly file: string;
  /** Those that are linked. */
  readonly tests: readonly DiscoveredTest[];
  /** All of the file, to tell results apart. */
  readonly siblings: readonly DiscoveredTest[];
}

/** What a run says: the status of each linked test that ran; or that it took too long, or gave no report. */
export type RunResult =
  | {
      readonly kind: "report";
      readonly statuses: ReadonlyMap<DiscoveredTest, TestStatus>;
      readonly ms: number;
    }
  | { readonly kind: "timeout" }
  | { readonly kind: "no-report"; readonly reason: string };

export interface Runner {
  readonly copy: TreeCopy;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly goModules: readonly { readonly module: string; readonly folder: string }[];
}

const maxReportBytes = 64 * 1024 * 1024;
const maxOutputBytes = 8 * 1024 * 1024;

/** Runs a group in the copy, in a process group of its own. Only a cancelled call is a fault. */
export async function runGroup(
  { copy, env, signal, goModules }: Runner,
  group: TestGroup,
  timeoutMs: number,
): Promise<Result<RunResult>> {
  const outputs = { report: join(copy.outputs, "report"), coverage: join(copy.outputs, "coverage") };
  const { report } = outputs;
  await copy.removeOutput(report);
  await copy.emptyOutput(outputs.coverage);
  const { command, args, writesReport } = fillCommand(group.command, group.tests, outputs);
  const started = performance.now();
  const ran = await runProgram(command, args, {
    cwd: join(copy.root, group.command.cwd),
    env: { ...env, ...group.command.env },
    signal,
    timeoutMs,
    maxOutputBytes,
    graceMs: 500,
  });
  const ms = performance.now() - started;
  if (!ran.ok) {
    if (ran.fault.code === "timed_out") return ok({ kind: "timeout" });
    return ran.fault.code === "cancelled"
      ? fail(ran.fault)
      : ok({ kind: "no-report", reason: ran.fault.message });
  }
  const written = writesReport ? await copy.readOutput(report, maxReportBytes) : undefined;
  const bytes = written ?? new TextEncoder().encode(ran.value.stdout);
  const read = readReport(bytes);
  if (!read.ok || read.value.tests === undefined)
    return ok({ kind: "no-report", reason: lastLine(ran.value.stderr) || lastLine(ran.value.stdout) });
  const { kind, results } = read.value.tests;
  const matcher = new TestMatcher(group.siblings, { root: copy.root, goModules });
  const { tests } = outcomesOf(results, kind, group.siblings, matcher, group.command.cwd);
  const statuses = new Map<DiscoveredTest, TestStatus>();
  for (const [index, { status }] of tests) {
    const test = group.siblings[index];
    if (test !== undefined && group.tests.includes(test)) statuses.set(test, status);
  }
  return ok({ kind: "report", statuses, ms });
}

/** The last line that says something, shortened. */
function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (lines.at(-1) ?? "").trim().slice(0, 200);
}
