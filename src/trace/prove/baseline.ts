import { ok, type Result } from "../../kernel/result.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { type Runner, runGroup, type TestGroup } from "./run.ts";

/** A group whose tests pass as the code is. */
export interface SteadyGroup extends TestGroup {
  readonly ms: number;
}

/** What the tests do before anything is changed: only groups that pass twice can say anything. */
export type Baseline =
  | { readonly kind: "steady"; readonly group: SteadyGroup }
  | { readonly kind: "blocked"; readonly reason: string };

/** A first run may build. */
const firstRunMs = 600_000;

/** Runs a group twice. Tests that do not pass both times, or do not run, are left out; without any it is blocked. */
export async function runBaseline(runner: Runner, group: TestGroup): Promise<Result<Baseline>> {
  let passing: readonly DiscoveredTest[] = group.tests;
  let ms = 0;
  for (const attempt of ["first", "second"]) {
    const ran = await runGroup(runner, { ...group, tests: passing }, firstRunMs);
    if (!ran.ok) return ran;
    const { value } = ran;
    if (value.kind === "timeout") return blocked(`${group.file} did not finish within 10 minutes`);
    if (value.kind === "no-report") return blocked(noReport(group, value.reason));
    const before = passing;
    passing = before.filter((test) => value.statuses.get(test) === "passed");
    const [failed] = before.filter((test) => !passing.includes(test));
    if (passing.length === 0 && failed !== undefined)
      return blocked(reasonOf(failed, value.statuses.get(failed), attempt === "second"));
    ms = Math.max(attempt === "first" ? 0 : ms, value.ms);
  }
  return ok({ kind: "steady", group: { ...group, tests: passing, ms } });
}

function reasonOf(test: DiscoveredTest, status: string | undefined, isSecond: boolean): string {
  const title = `"${test.titles.at(-1) ?? test.file}"`;
  if (isSecond) return `${title} is flaky: it passed once and then ${status ?? "did not run"}`;
  return status === undefined ? `${title} did not run` : `${title} is ${status} before any change`;
}

function noReport({ command, file }: TestGroup, reason: string): string {
  const said = reason === "" ? "" : `: ${reason}`;
  return `the run of ${file} (${command.source}) gave no report that can be read${said}`;
}

function blocked(reason: string): Result<Baseline> {
  return ok({ kind: "blocked", reason });
}

/** How long the same tests may take with a change. */
export function limitFor({ ms }: SteadyGroup): number {
  return 5 * ms + 5_000;
}
