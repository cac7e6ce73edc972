import type { Evidence } from "../state/outcome.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { EvidenceSegment, TestEvidence } from "./model.ts";

export interface Entry {
  readonly evidence: TestEvidence;
  readonly segment: EvidenceSegment;
}

/** The results of some segments, by what they can belong to. */
export class ResultIndex {
  readonly byName = new Map<string, Entry[]>();
  readonly byHash = new Map<string, Entry[]>();
  /** Files whose functions a run of all tests measured. */
  readonly measuredFiles: ReadonlySet<string>;
  readonly totals: Pick<Evidence, "reports" | "results">;

  constructor(segments: readonly EvidenceSegment[]) {
    for (const segment of segments) {
      for (const evidence of segment.tests) {
        append(this.byName, evidence.test, { evidence, segment });
        append(this.byHash, evidence.hash, { evidence, segment });
      }
    }
    const measured = segments.flatMap(({ coverage }) => coverage?.files ?? []);
    this.measuredFiles = new Set(measured.map(({ file }) => file));
    this.totals = totalsOf(segments);
  }
}

function totalsOf(segments: readonly EvidenceSegment[]): Pick<Evidence, "reports" | "results"> {
  const inputs = segments.flatMap((segment) => segment.inputs).filter(({ tests: cases }) => cases > 0);
  // A run of `hewto prove` selects its tests itself, so it says nothing about how well reports match.
  const isReport = ({ inputs: added }: EvidenceSegment) => added.some(({ kind }) => kind !== "prove");
  const newestInputs = (segments.find(isReport) ?? segments[0])?.inputs ?? [];
  const sum = (field: "tests" | "matched" | "ambiguous") =>
    newestInputs.reduce((total, input) => total + input[field], 0);
  return {
    reports: inputs.length,
    results: { total: sum("tests"), matched: sum("matched"), ambiguous: sum("ambiguous") },
  };
}

/** Finds the results of tests, also of those that were renamed or moved. */
export class FormerNames {
  readonly #results: ResultIndex;
  /** How many tests have a name that results have. */
  readonly #ids = new Map<string, number>();
  /** Tests without results under their name, by a hash that results have. */
  readonly #unnamed = new Map<string, Set<DiscoveredTest>>();

  constructor(results: ResultIndex) {
    this.#results = results;
  }

  /** Gives the tests that may have other results now, because tests of another name or hash came or went. */
  replace(gone: readonly DiscoveredTest[], added: readonly DiscoveredTest[]): DiscoveredTest[] {
    const hashes = new Set<string>();
    for (const test of gone) this.#count(test, -1, hashes);
    for (const test of added) this.#count(test, 1, hashes);
    return [...hashes].flatMap((hash) => [...(this.#unnamed.get(hash) ?? [])]);
  }

  #count(test: DiscoveredTest, step: 1 | -1, hashes: Set<string>): void {
    const id = testId(test);
    const named = this.#results.byName.get(id);
    if (named !== undefined) {
      this.#ids.set(id, (this.#ids.get(id) ?? 0) + step);
      for (const { evidence } of named) hashes.add(evidence.hash);
      return;
    }
    if (!this.#results.byHash.has(test.hash)) return;
    hashes.add(test.hash);
    const same = this.#unnamed.get(test.hash) ?? new Set();
    this.#unnamed.set(test.hash, same);
    if (step > 0) same.add(test);
    else same.delete(test);
  }

  resultsOf(test: DiscoveredTest): readonly Entry[] {
    const named = this.#results.byName.get(testId(test));
    if (named !== undefined) return named;
    // A copy of a test has the hash of its original, and was never run: only a test whose old name is gone was renamed.
    if (this.#unnamed.get(test.hash)?.size !== 1) return [];
    const same = this.#results.byHash.get(test.hash) ?? [];
    return unambiguous(same.filter(({ evidence }) => (this.#ids.get(evidence.test) ?? 0) === 0));
  }
}

/** Results of one test only: the newest one's name. */
function unambiguous(entries: readonly Entry[]): readonly Entry[] {
  return new Set(entries.map(({ evidence }) => evidence.test)).size === 1 ? entries : [];
}

function append(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entry]);
  else known.push(entry);
}
