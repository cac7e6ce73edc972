import { withEntries } from "../../kernel/layered-map.ts";
import { type Evidence, type EvidenceLevel, evidenceLevels, type TestOutcome } from "../state/outcome.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { EvidenceSegment, TestEvidence } from "./model.ts";
import { movedItems } from "./rests/rests-on.ts";
import { pathOfItem, type SourceTree } from "./rests/source-tree.ts";
import { type Entry, FormerNames, ResultIndex } from "./result-index.ts";

/**
 * Compares the evidence (newest first) with the sources. A result belongs to a test by its name or, after a rename or
 * a move, by the hash of the test. It is fresh if the test and everything that it rests on have the same hashes; no
 * commit, branch or date is compared.
 */
export async function currentEvidence(
  segments: readonly EvidenceSegment[],
  tests: readonly DiscoveredTest[],
  tree: SourceTree,
): Promise<Evidence> {
  return new Comparison(segments).update({ gone: [], added: tests, moved: [] }, tree);
}

/** What differs from the last look. */
export interface ComparedChanges {
  readonly gone: readonly DiscoveredTest[];
  readonly added: readonly DiscoveredTest[];
  /** Files that may have another text. */
  readonly moved: Iterable<string>;
}

/** The results that the tests of a workspace have. An update compares only what the changes can concern. */
export class Comparison {
  readonly segments: readonly EvidenceSegment[];
  readonly #results: ResultIndex;
  readonly #names: FormerNames;
  readonly #tests = new Set<DiscoveredTest>();
  /** The tests whose outcome rests on a file, by its path; under the empty path those that rest on every file. */
  readonly #byPath = new Map<string, Set<DiscoveredTest>>();
  /** Tests with results that were measured by what they executed. */
  readonly #measured = new Set<DiscoveredTest>();
  #outcomes: ReadonlyMap<DiscoveredTest, TestOutcome> = new Map();
  #requirements: ReadonlyMap<DiscoveredTest, readonly string[]> = new Map();
  #evidence: Evidence | undefined;

  constructor(segments: readonly EvidenceSegment[]) {
    this.segments = segments;
    this.#results = new ResultIndex(segments);
    this.#names = new FormerNames(this.#results);
  }

  async update({ gone, added, moved }: ComparedChanges, tree: SourceTree): Promise<Evidence> {
    const paths = [...moved];
    const isSame = gone.length + added.length + paths.length === 0;
    if (isSame && this.#evidence !== undefined) return this.#evidence;
    for (const test of gone) this.#tests.delete(test);
    for (const test of added) this.#tests.add(test);
    const touched = new Set([...this.#names.replace(gone, added), ...added]);
    for (const path of paths.length === 0 ? [] : ["", ...paths])
      for (const test of this.#byPath.get(path) ?? []) touched.add(test);
    const outcomes: [DiscoveredTest, TestOutcome][] = [];
    const requirements: [DiscoveredTest, readonly string[]][] = [];
    for (const test of touched) {
      const entries = this.#tests.has(test) ? this.#names.resultsOf(test) : [];
      const [newest] = entries;
      if (newest === undefined) continue;
      const outcome = await outcomeOf(test, entries, newest, tree);
      outcomes.push([test, outcome]);
      const { requirements: named = [] } = newest.evidence;
      if (named.length > 0) requirements.push([test, named]);
      for (const path of pathsOf(test, entries)) addTo(this.#byPath, path, test);
    }
    for (const test of [...gone, ...touched]) this.#measured.delete(test);
    for (const [test, { rests }] of outcomes)
      if (rests?.grain === "symbol" || rests?.grain === "file") this.#measured.add(test);
    for (const path of paths.length === 0 ? [] : ["", ...paths, ...gone.map(({ file }) => file)])
      for (const test of this.#byPath.get(path) ?? [])
        if (!this.#tests.has(test)) this.#byPath.get(path)?.delete(test);
    this.#outcomes = withEntries(this.#outcomes, outcomes, [...gone, ...touched]);
    this.#requirements = withEntries(this.#requirements, requirements, [...gone, ...touched]);
    const isMeasuredMoved = paths.some((path) => this.#results.measuredFiles.has(path));
    const unexecuted =
      this.#evidence === undefined || isMeasuredMoved
        ? await unexecutedSymbols(this.segments, tree)
        : this.#evidence.unexecuted;
    const code = await this.#levelsOfCode(tree);
    this.#evidence = this.#evidenceNow(code, unexecuted);
    return this.#evidence;
  }

  #evidenceNow(code: ReadonlyMap<string, EvidenceLevel>, unexecuted: ReadonlySet<string>): Evidence {
    const [outcomes, requirements] = [this.#outcomes, this.#requirements];
    return {
      levelOfCode: (item) => code.get(item),
      unexecuted,
      outcomeOf: (test) => outcomes.get(test),
      outcomes,
      requirementsOf: (test) => requirements.get(test) ?? [],
      requirements,
      ...this.#results.totals,
    };
  }

  /** What fresh passing tests show of each symbol that they executed. */
  async #levelsOfCode(tree: SourceTree): Promise<Map<string, EvidenceLevel>> {
    const levels = new Map<string, EvidenceLevel>();
    for (const test of this.#measured) {
      const { isFresh, status, rests, mutants } = this.#outcomes.get(test) ?? {};
      if (isFresh !== true || (status !== "passed" && status !== "flaky")) continue;
      for (const item of Object.keys(rests?.items ?? {}))
        if (!levels.has(item)) levels.set(item, "exercised");
      if (mutants === undefined || mutants.noticed === 0) continue;
      for (const { file, line, noticed } of this.#results.byName.get(testId(test))?.[0]?.evidence.mutants ??
        []) {
        const held = noticed ? await tree.symbols(file) : [];
        for (const { name, startLine, endLine } of held)
          if (startLine <= line && line <= endLine) levels.set(`${file}#${name}`, "sensitive");
      }
    }
    return levels;
  }
}

/** The files that decide whether results still hold. */
function pathsOf({ file }: DiscoveredTest, entries: readonly Entry[]): Set<string> {
  const paths = new Set<string>([file]);
  for (const { evidence } of entries)
    for (const item of Object.keys(evidence.rests_on.items)) paths.add(pathOfItem(item));
  return paths;
}

/**
 * The newest result that holds for the sources as they are, else the newest of all as outdated. Its level is the best
 * of all passes that hold, and so is what it noticed: a plain report does not take back what a coverage or mutation
 * run showed.
 */
async function outcomeOf(
  test: DiscoveredTest,
  entries: readonly Entry[],
  newest: Entry,
  tree: SourceTree,
): Promise<TestOutcome> {
  let doubt: string | undefined;
  let current: TestOutcome | undefined;
  for (const entry of entries) {
    const reason = await doubtAbout(test, entry, tree);
    if (reason === undefined) current = joined(current, { ...shown(entry), isFresh: true });
    doubt ??= reason;
  }
  return current ?? { ...shown(newest), isFresh: false, because: doubt ?? "" };
}

function joined(newer: TestOutcome | undefined, older: TestOutcome): TestOutcome {
  if (newer === undefined) return older;
  const isPass = ({ status }: TestOutcome) => status === "passed" || status === "flaky";
  if (!isPass(newer) || !isPass(older)) return newer;
  const rank = ({ level }: TestOutcome) => evidenceLevels.indexOf(level);
  const { level } = rank(older) > rank(newer) ? older : newer;
  const most = (field: "tried" | "noticed") =>
    Math.max(newer.mutants?.[field] ?? 0, older.mutants?.[field] ?? 0);
  return { ...newer, level, mutants: { tried: most("tried"), noticed: most("noticed") } };
}

async function doubtAbout(
  test: DiscoveredTest,
  { evidence, segment }: Entry,
  tree: SourceTree,
): Promise<string | undefined> {
  if (evidence.hash !== test.hash) return "the test changed";
  if (evidence.unsure !== undefined) return `${evidence.unsure}: add the report right after the run`;
  const moved = await movedItems(test, evidence.rests_on, segment.files ?? {}, tree);
  const [first, ...others] = moved;
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const { grain } = evidence.rests_on;
  if (grain === "tree") return "a source file changed; what the test reaches is not known";
  const what = first.endsWith("#") ? `the code around the tests in ${pathOfItem(first)}` : first;
  return `${what}${more} changed${grain === "imports" ? " (known by imports)" : ""}`;
}

function shown({ evidence, segment }: Entry): Omit<TestOutcome, "isFresh"> {
  const { status, message } = evidence;
  const numbers = evidence.inputs ?? [0];
  const report = numbers.flatMap((number) => segment.inputs[number]?.name ?? []).join(", ");
  const { mutants = [], rests_on: rests } = evidence;
  const noticed = mutants.filter((mutant) => mutant.noticed).length;
  return {
    status,
    level: levelOf(evidence),
    message,
    report,
    rests,
    mutants: { tried: mutants.length, noticed },
  };
}

function levelOf({ test, rests_on: { grain, items }, mutants = [] }: TestEvidence): EvidenceLevel {
  if (mutants.some(({ noticed }) => noticed)) return "sensitive";
  const own = test.slice(0, test.indexOf("#"));
  const isMeasured = grain === "symbol" || grain === "file";
  return isMeasured && Object.keys(items).some((item) => pathOfItem(item) !== own) ? "exercised" : "passed";
}

/**
 * Symbols (`file#name`) that a run of all tests measured and did not execute. A filtered run says nothing. A symbol
 * that changed since is left out.
 */
export async function unexecutedSymbols(
  segments: readonly EvidenceSegment[],
  tree: SourceTree,
): Promise<ReadonlySet<string>> {
  const missed = new Set<string>();
  const executed = new Set<string>();
  for (const { coverage } of segments) {
    if (coverage === undefined) continue;
    for (const { file, hit, missed: notHit } of coverage.files) {
      for (const [name, hash] of Object.entries(hit)) {
        if ((await tree.itemHash(`${file}#${name}`)) === hash) executed.add(`${file}#${name}`);
      }
      if (coverage.filtered) continue;
      for (const [name, hash] of Object.entries(notHit)) {
        if ((await tree.itemHash(`${file}#${name}`)) === hash) missed.add(`${file}#${name}`);
      }
    }
  }
  return new Set([...missed].filter((item) => !executed.has(item)));
}

function addTo(map: Map<string, Set<DiscoveredTest>>, key: string, test: DiscoveredTest): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([test]));
  else known.add(test);
}
