import { ok, type Result } from "../../kernel/result.ts";
import { listedPath } from "../../workspace/paths/paths.ts";
import type { SourceTree } from "../evidence/rests/source-tree.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { limitFor, type SteadyGroup } from "./baseline.ts";
import type { Candidate } from "./candidates.ts";
import { mutated } from "./mutants/mutations.ts";
import { type Runner, runGroup } from "./run.ts";

/** `killed`: a linked test failed; `killed by time`: it did not finish; `invalid`: nothing ran, so it says nothing. */
export type MutantOutcome = "killed" | "killed by time" | "survived" | "invalid";

export interface TriedMutant {
  readonly candidate: Candidate;
  readonly outcome: MutantOutcome;
  /** What each test that ran did: whether it noticed the change. */
  readonly noticed: ReadonlyMap<DiscoveredTest, boolean>;
  /** The result was stored by an earlier run over the same code and tests. */
  readonly isStored: boolean;
}

export interface TryOptions {
  /** How many valid changes to try. */
  readonly max: number;
  /** In `performance.now()`; no further change is begun after it. */
  readonly deadline: number;
  /** What an earlier run found about a change and a test; undefined if nothing. */
  readonly stored: (candidate: Candidate, test: DiscoveredTest) => boolean | undefined;
  readonly onTried?: (tried: readonly TriedMutant[]) => void;
}

/** Tries changes one after the other, each in the copy, with the linked tests only. */
export async function tryMutants(
  runner: Runner,
  groups: readonly SteadyGroup[],
  candidates: readonly Candidate[],
  tree: SourceTree,
  { max, deadline, stored, onTried }: TryOptions,
): Promise<Result<TriedMutant[]>> {
  const tried: TriedMutant[] = [];
  const isValid = ({ outcome }: TriedMutant) => outcome !== "invalid";
  for (const candidate of candidates) {
    if (tried.filter(isValid).length >= max) break;
    // A grammar whose changes never compile would go on for long.
    if (tried.length >= 3 * max) break;
    const known = storedOutcome(candidate, groups, stored);
    if (known === undefined && performance.now() > deadline) continue;
    const outcome = known ? ok(known) : await tryMutant(runner, groups, candidate, tree);
    if (!outcome.ok) return outcome;
    tried.push(outcome.value);
    onTried?.(tried);
  }
  return ok(tried);
}

function storedOutcome(
  candidate: Candidate,
  groups: readonly SteadyGroup[],
  stored: TryOptions["stored"],
): TriedMutant | undefined {
  const tests = groups.flatMap((group) => group.tests);
  const noticed = new Map<DiscoveredTest, boolean>();
  for (const test of tests) {
    const result = stored(candidate, test);
    if (result !== undefined) noticed.set(test, result);
  }
  if ([...noticed.values()].includes(true)) return { candidate, outcome: "killed", noticed, isStored: true };
  return tests.length > 0 && noticed.size === tests.length
    ? { candidate, outcome: "survived", noticed, isStored: true }
    : undefined;
}

async function tryMutant(
  runner: Runner,
  groups: readonly SteadyGroup[],
  candidate: Candidate,
  tree: SourceTree,
): Promise<Result<TriedMutant>> {
  const path = listedPath(candidate.file);
  const text = await tree.text(candidate.file);
  const noticed = new Map<DiscoveredTest, boolean>();
  const done = (outcome: MutantOutcome): Result<TriedMutant> =>
    ok({ candidate, outcome, noticed, isStored: false });
  if (path === undefined || text === undefined) return done("invalid");
  await runner.copy.write(path, mutated(text, candidate));
  try {
    for (const group of groups) {
      const ran = await runGroup(runner, group, limitFor(group));
      if (!ran.ok) return ran;
      if (ran.value.kind === "timeout") {
        for (const test of group.tests) noticed.set(test, true);
        return done("killed by time");
      }
      // Nothing ran: it does not build or load.
      if (ran.value.kind === "no-report") return done("invalid");
      const { statuses } = ran.value;
      const ended = group.tests.filter((test) =>
        ["passed", "flaky", "failed"].includes(statuses.get(test) ?? ""),
      );
      if (ended.length === 0) return done("invalid");
      for (const test of ended) noticed.set(test, statuses.get(test) === "failed");
      if ([...noticed.values()].includes(true)) return done("killed");
    }
    return done("survived");
  } finally {
    await runner.copy.write(path, text);
  }
}
