import { type Evidence, type EvidenceLevel, evidenceLevels, type TestOutcome } from "../state/outcome.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { EvidenceSegment, TestEvidence } from "./model.ts";
import { movedItems } from "./rests/rests-on.ts";
import { pathOfItem, type SourceTree } from "./rests/source-tree.ts";

interface Entry {
  readonly evidence: TestEvidence;
  readonly segment: EvidenceSegment;
}

/** The results of some segments, by what they can belong to. */
export class ResultIndex {
  readonly byName = new Map<string, Entry[]>();
  readonly byHash = new Map<string, Entry[]>();

  readonly segments: readonly EvidenceSegment[];

  constructor(segments: readonly EvidenceSegment[]) {
    this.segments = segments;
    for (const segment of segments) {
      for (const evidence of segment.tests) {
        add(this.byName, evidence.test, { evidence, segment });
        add(this.byHash, evidence.hash, { evidence, segment });
      }
    }
  }
}

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
  const results = new ResultIndex(segments);
  return evidenceOf(results, await compareResults(results, tests, tree, new Map(), new Map()), tree);
}

/** An outcome with what it was found by. */
interface ComparedOutcome extends TestOutcome {
  /** By the name of the test, so that other tests cannot change it. */
  readonly isNamed: boolean;
  readonly requirements: readonly string[] | undefined;
}

export type ComparedOutcomes = ReadonlyMap<DiscoveredTest, ComparedOutcome>;

export async function compareResults(
  results: ResultIndex,
  tests: readonly DiscoveredTest[],
  tree: SourceTree,
  known: ComparedOutcomes,
  byPath: Map<string, Set<DiscoveredTest>>,
): Promise<ComparedOutcomes> {
  const outcomes = new Map<DiscoveredTest, ComparedOutcome>();
  const renamed = new FormerNames(results, tests);
  for (const test of tests) {
    const before = known.get(test);
    if (before?.isNamed === true) {
      outcomes.set(test, before);
      continue;
    }
    const named = results.byName.get(testId(test)) ?? [];
    const entries = named.length > 0 ? named : renamed.of(test);
    const [newest] = entries;
    if (newest === undefined) continue;
    const { requirements } = newest.evidence;
    const outcome = await outcomeOf(test, entries, newest, tree);
    outcomes.set(test, { ...outcome, isNamed: named.length > 0, requirements });
    for (const path of pathsOf(test, entries)) addTo(byPath, path, test);
  }
  return outcomes;
}

/** The files that decide whether results still hold. */
function pathsOf({ file }: DiscoveredTest, entries: readonly Entry[]): Set<string> {
  const paths = new Set<string>([file]);
  for (const { evidence } of entries)
    for (const item of Object.keys(evidence.rests_on.items)) paths.add(pathOfItem(item));
  return paths;
}

/** Finds the results of tests that were renamed or moved. */
class FormerNames {
  readonly #results: ResultIndex;
  readonly #tests: readonly DiscoveredTest[];
  #names: { readonly ids: ReadonlySet<string>; readonly unnamed: ReadonlyMap<string, number> } | undefined;

  constructor(results: ResultIndex, tests: readonly DiscoveredTest[]) {
    this.#results = results;
    this.#tests = tests;
  }

  of(test: DiscoveredTest): readonly Entry[] {
    const same = this.#results.byHash.get(test.hash) ?? [];
    if (same.length === 0) return [];
    this.#names ??= this.#readNames();
    const { ids, unnamed } = this.#names;
    // A copy of a test has the hash of its original, and was never run: only a test whose old name is gone was renamed.
    if (unnamed.get(test.hash) !== 1) return [];
    return unambiguous(same.filter(({ evidence }) => !ids.has(evidence.test)));
  }

  #readNames() {
    const ids = new Set(this.#tests.map(testId));
    const unnamed = new Map<string, number>();
    for (const test of this.#tests)
      if (!this.#results.byName.has(testId(test))) unnamed.set(test.hash, (unnamed.get(test.hash) ?? 0) + 1);
    return { ids, unnamed };
  }
}

export async function evidenceOf(
  { segments, byName }: ResultIndex,
  outcomes: ComparedOutcomes,
  tree: SourceTree,
): Promise<Evidence> {
  const inputs = segments.flatMap((segment) => segment.inputs).filter(({ tests: cases }) => cases > 0);
  // A run of `hewto prove` selects its tests itself, so it says nothing about how well reports match.
  const isReport = ({ inputs: added }: EvidenceSegment) => added.some(({ kind }) => kind !== "prove");
  const newestInputs = (segments.find(isReport) ?? segments[0])?.inputs ?? [];
  const sum = (field: "tests" | "matched" | "ambiguous") =>
    newestInputs.reduce((total, input) => total + input[field], 0);
  const code = await levelsOfCode(outcomes, byName, tree);
  return {
    levelOfCode: (item) => code.get(item),
    unexecuted: await unexecutedSymbols(segments, tree),
    outcomeOf: (test) => outcomes.get(test),
    requirementsOf: (test) => outcomes.get(test)?.requirements ?? [],
    reports: inputs.length,
    results: { total: sum("tests"), matched: sum("matched"), ambiguous: sum("ambiguous") },
  };
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

/** What fresh passing tests show of each symbol that they executed. */
async function levelsOfCode(
  outcomes: ReadonlyMap<DiscoveredTest, TestOutcome>,
  byName: ReadonlyMap<string, readonly Entry[]>,
  tree: SourceTree,
): Promise<Map<string, EvidenceLevel>> {
  const levels = new Map<string, EvidenceLevel>();
  for (const [test, { isFresh, status, rests, mutants }] of outcomes) {
    if (!isFresh || (status !== "passed" && status !== "flaky") || rests === undefined) continue;
    if (rests.grain !== "symbol" && rests.grain !== "file") continue;
    for (const item of Object.keys(rests.items)) if (!levels.has(item)) levels.set(item, "exercised");
    if (mutants === undefined || mutants.noticed === 0) continue;
    for (const { file, line, noticed } of byName.get(testId(test))?.[0]?.evidence.mutants ?? []) {
      const held = noticed ? await tree.symbols(file) : [];
      for (const { name, startLine, endLine } of held)
        if (startLine <= line && line <= endLine) levels.set(`${file}#${name}`, "sensitive");
    }
  }
  return levels;
}

/** Results of one test only: the newest one's name. */
function unambiguous(entries: readonly Entry[]): readonly Entry[] {
  return new Set(entries.map(({ evidence }) => evidence.test)).size === 1 ? entries : [];
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

function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entry]);
  else known.push(entry);
}
