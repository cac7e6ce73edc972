import type { ScanChanges } from "../sources/model.ts";
import type { Evidence } from "../state/outcome.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { type ComparedOutcomes, compareResults, evidenceOf, ResultIndex } from "./current.ts";
import type { EvidenceSegment } from "./model.ts";
import type { SourceTree } from "./rests/source-tree.ts";

/** What an earlier call found, and of which look at the files. */
interface Remembered {
  readonly results: ResultIndex;
  readonly tests: readonly DiscoveredTest[];
  readonly look: number;
  readonly outcomes: ComparedOutcomes;
  /** The tests whose outcome rests on a file, by its path; under the empty path those that rest on every file. */
  readonly byPath: Map<string, Set<DiscoveredTest>>;
  readonly evidence: Evidence;
}

/** Lets the calls of a process compare only what an edit can have changed. */
export class EvidenceMemo {
  #last: Remembered | undefined;

  async compare(
    segments: readonly EvidenceSegment[],
    tests: readonly DiscoveredTest[],
    tree: SourceTree,
    changes: Pick<ScanChanges, "id" | "since" | "paths">,
  ): Promise<Evidence> {
    const last = this.#last;
    const isSame =
      last !== undefined &&
      last.look === changes.since &&
      last.results.segments.length === segments.length &&
      last.results.segments.every((segment, at) => segment === segments[at]);
    if (isSame && changes.paths.size === 0 && last.tests === tests) {
      this.#last = { ...last, look: changes.id };
      return last.evidence;
    }
    const results = isSame ? last.results : new ResultIndex(segments);
    const moved = new Set(isSame ? testsOn(last.byPath, changes.paths) : []);
    const known = new Map(isSame ? last.outcomes : []);
    for (const test of moved) known.delete(test);
    const byPath = isSame ? last.byPath : new Map<string, Set<DiscoveredTest>>();
    const compared = await compareResults(results, tests, tree, known, byPath);
    const evidence = await evidenceOf(results, compared, tree);
    this.#last = { results, tests, look: changes.id, outcomes: compared, byPath, evidence };
    return evidence;
  }
}

function testsOn(
  byPath: ReadonlyMap<string, ReadonlySet<DiscoveredTest>>,
  paths: ReadonlySet<string>,
): DiscoveredTest[] {
  const all = paths.size === 0 ? [] : ["", ...paths];
  return all.flatMap((path) => [...(byPath.get(path) ?? [])]);
}
