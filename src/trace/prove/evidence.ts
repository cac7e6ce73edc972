import type { Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { gitState } from "../evidence/add.ts";
import type { EvidenceSegment, TestEvidence } from "../evidence/model.ts";
import { restsOn } from "../evidence/rests/rests-on.ts";
import { pathOfItem, type SourceTree } from "../evidence/rests/source-tree.ts";
import { type Stored, storeSegments } from "../evidence/store/store.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { Candidate } from "./candidates.ts";
import type { TriedMutant } from "./mutate.ts";

/** What the stored evidence says about tests as they are now. */
export class StoredRuns {
  readonly #mutants = new Map<string, boolean>();
  readonly #executed = new Map<string, Readonly<Record<string, string>>>();

  /** Newest first. */
  constructor(segments: readonly EvidenceSegment[]) {
    for (const { test, hash, mutants = [], rests_on: rests } of segments.flatMap(
      (segment) => segment.tests,
    )) {
      const key = `${test}\0${hash}`;
      for (const { id, noticed } of mutants) {
        const place = `${key}\0${id ?? ""}`;
        if (id !== undefined && !this.#mutants.has(place)) this.#mutants.set(place, noticed);
      }
      if (rests.grain === "symbol" && !this.#executed.has(key)) this.#executed.set(key, rests.items);
    }
  }

  /** Adds what was measured just now. */
  addExecuted(test: DiscoveredTest, items: ReadonlyMap<string, string>): void {
    this.#executed.set(keyOf(test), Object.fromEntries(items));
  }

  noticed({ id }: Candidate, test: DiscoveredTest): boolean | undefined {
    return this.#mutants.get(`${keyOf(test)}\0${id}`);
  }

  /** The symbols that the test executed, where that was measured. */
  executedBy(test: DiscoveredTest): string[] {
    return Object.keys(this.#executed.get(keyOf(test)) ?? {});
  }
}

function keyOf(test: DiscoveredTest): string {
  return `${testId(test)}\0${test.hash}`;
}

/** What a run of `prove` showed. */
export interface ProvedRun {
  /** The tests that pass as the code is. */
  readonly passed: ReadonlySet<DiscoveredTest>;
  readonly tried?: readonly TriedMutant[];
  /** The code of a branch, and the tests that pass without it. */
  readonly reverted?: { readonly code: string; readonly unnoticed: ReadonlySet<DiscoveredTest> };
  /** Items of `rests_on` that each test executed, where that was measured. */
  readonly executed?: ReadonlyMap<DiscoveredTest, ReadonlyMap<string, string>>;
}

/** Stores that the tests passed, and which changes they noticed, bound to the content of what they rest on. */
export async function storeRun(
  workspace: Workspace,
  { passed, tried = [], reverted, executed: measured }: ProvedRun,
  tree: SourceTree,
  stored: StoredRuns,
  now: Date,
): Promise<Result<Stored>> {
  const tests: TestEvidence[] = [];
  const files: Record<string, string> = {};
  for (const test of passed) {
    const own = tried.filter(({ noticed }) => noticed.has(test));
    const executed = new Map(measured?.get(test));
    for (const item of executed.size > 0 ? [] : stored.executedBy(test))
      executed.set(item, (await tree.itemHash(item)) ?? "");
    const { grain, items } = await restsOn(test, executed, tree);
    const all: Record<string, string> = { ...items };
    for (const { target } of own.map(({ candidate }) => candidate))
      all[`${target.file}#${target.name}`] = (await tree.itemHash(`${target.file}#${target.name}`)) ?? "";
    for (const item of Object.keys(all)) {
      const path = pathOfItem(item);
      const digest = await tree.digest(path);
      if (digest !== undefined) files[path] = digest;
    }
    tests.push({
      test: testId(test),
      status: "passed",
      attempts: 1,
      hash: test.hash,
      rests_on: { grain, items: all },
      mutants: own.map(({ candidate: { id, file, line, operator }, noticed }) => {
        return { id, file, line, operator, noticed: noticed.get(test) === true };
      }),
      reverted: reverted && { code: reverted.code, passed: reverted.unnoticed.has(test) },
    });
  }
  const { head, tree: treeId, dirty } = await gitState(workspace);
  const count = tests.length;
  const input = { kind: "prove", name: "hewto prove", digest: "" } as const;
  const segment: EvidenceSegment = {
    format: "hewto-evidence/1",
    commit: head,
    tree: treeId,
    dirty,
    at: now.toISOString(),
    source: "local",
    inputs: [{ ...input, tests: count, matched: count, ambiguous: 0, unmatched: 0 }],
    tests,
    files,
  };
  return storeSegments(workspace, [segment], now);
}
