import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { TestMatcher } from "./match/matcher.ts";
import { combine, type OpenResult, outcomesOf, type TestOutcome } from "./match/outcome.ts";
import type {
  EvidenceInput,
  EvidenceSegment,
  MutationReport,
  Property,
  ReportNote,
  TestEvidence,
  TestReference,
} from "./model.ts";
import type { Report } from "./read/report.ts";
import type { CoverageCollector } from "./rests/covered.ts";
import { restsOn, youngerFile } from "./rests/rests-on.ts";
import { pathOfItem, type SourceTree } from "./rests/source-tree.ts";

/** A report that was read, with where it came from. */
export interface AddedReport {
  readonly name: string;
  /** Its folder in the workspace. */
  readonly near: string;
  readonly digest: string;
  readonly mtimeMs: number;
  readonly report: Report;
}

export interface SegmentInputs {
  readonly reports: readonly AddedReport[];
  readonly coverage: CoverageCollector;
  readonly tests: readonly DiscoveredTest[];
  readonly tree: SourceTree;
  readonly matcher: TestMatcher;
  readonly commit?: string | undefined;
  readonly treeId?: string | undefined;
  readonly dirty: boolean;
  readonly now: Date;
}

export interface BuiltSegment {
  readonly segment: EvidenceSegment;
  readonly notes: readonly ReportNote[];
  readonly ambiguous: readonly OpenResult[];
  readonly unmatched: readonly OpenResult[];
}

/** What the reports of one call say about the tests, with the hashes of everything that it rests on. */
export async function buildSegment(inputs: SegmentInputs): Promise<BuiltSegment> {
  const { reports, tests, tree } = inputs;
  const joined = joinReports(inputs);
  const covered = await inputs.coverage.finish(tree);
  const executed = new Map<number, Map<string, string>>();
  for (const { test, items } of covered.byTest) addItems(executed, find(inputs.matcher, test), items);
  const mutants = await readMutants(inputs, executed);
  const evidence: TestEvidence[] = [];
  const files: Record<string, string> = {};
  for (const [index, entry] of joined.results) {
    const test = tests[index];
    if (test === undefined) continue;
    const rests = await restsOn(test, executed.get(index), tree);
    for (const item of Object.keys(rests.items)) await addDigest(files, pathOfItem(item), tree);
    const younger = youngerFile(test, rests, tree, entry.startedAt);
    evidence.push({
      test: testId(test),
      status: entry.outcome.status,
      attempts: entry.outcome.attempts,
      ms: entry.outcome.ms,
      hash: test.hash,
      rests_on: rests,
      requirements: requirementsOf(entry.outcome.properties),
      unsure: younger === undefined ? undefined : `${younger} is newer than the run`,
      message: entry.outcome.message,
      inputs: entry.inputs.length > 1 ? entry.inputs : undefined,
      mutants: mutants.get(index),
    });
  }
  const filtered = joined.notRun.size > 0 || leavesOut(tests, joined.results) || joined.isIncomplete;
  const segment: EvidenceSegment = {
    format: "hewto-evidence/1",
    commit: inputs.commit,
    tree: inputs.treeId,
    dirty: inputs.dirty,
    at: inputs.now.toISOString(),
    source: "local",
    inputs: joined.inputs,
    tests: evidence,
    files,
    coverage: covered.files.length === 0 ? undefined : { filtered, files: covered.files },
  };
  const notes = [...reports.flatMap(notesOf), ...covered.notes];
  return { segment, notes, ambiguous: joined.ambiguous, unmatched: joined.unmatched };
}

interface Joined {
  readonly outcome: TestOutcome;
  readonly inputs: number[];
  /** The earliest start of the runs. */
  readonly startedAt: number;
}

/** Reports that disagree: the failure counts, and every report that has a result is named. */
function joinReports({ reports, tests, matcher }: SegmentInputs) {
  const results = new Map<number, Joined>();
  const inputs: EvidenceInput[] = [];
  const notRun = new Set<number>();
  const ambiguous: OpenResult[] = [];
  const unmatched: OpenResult[] = [];
  let isIncomplete = false;
  for (const [number, added] of reports.entries()) {
    const { report, name, digest } = added;
    const kind = report.tests?.kind ?? report.coverage?.kind ?? "stryker";
    const cases = report.tests?.results ?? [];
    const outcomes = outcomesOf(cases, kind, tests, matcher, added.near);
    const startedAt = Math.min(report.tests?.startedAt ?? added.mtimeMs, added.mtimeMs);
    for (const [index, outcome] of outcomes.tests) {
      const before = results.get(index);
      results.set(index, {
        outcome: combine(before?.outcome, outcome),
        inputs: [...(before?.inputs ?? []), number],
        startedAt: Math.min(before?.startedAt ?? startedAt, startedAt),
      });
    }
    for (const index of outcomes.notRun) notRun.add(index);
    isIncomplete ||= notesOf(added).some(({ rule }) => rule === "report-incomplete");
    ambiguous.push(...outcomes.ambiguous);
    unmatched.push(...outcomes.unmatched);
    inputs.push({
      kind,
      name,
      digest,
      tests: cases.length,
      matched: outcomes.matched,
      ambiguous: outcomes.ambiguous.length,
      unmatched: outcomes.unmatched.length,
      not_run: outcomes.notRun.size > 0 ? outcomes.notRun.size : undefined,
    });
  }
  for (const index of results.keys()) notRun.delete(index);
  return { results, inputs, notRun, ambiguous, unmatched, isIncomplete };
}

export function notesOf({ report }: AddedReport): readonly ReportNote[] {
  return [
    ...(report.tests?.notes ?? []),
    ...(report.coverage?.notes ?? []),
    ...(report.mutation?.notes ?? []),
  ];
}

/** Whether a test of the same kind of file has no result: then a line without hits may belong to it. */
function leavesOut(tests: readonly DiscoveredTest[], results: ReadonlyMap<number, unknown>): boolean {
  const ending = (file: string) => file.slice(file.lastIndexOf("."));
  const reported = new Set([...results.keys()].map((index) => ending(tests[index]?.file ?? "")));
  return tests.some((test, index) => {
    const runs = !test.modifiers.some((modifier) => /^(?:skip|todo|conditional)$/.test(modifier));
    return runs && test.holdsTests !== true && reported.has(ending(test.file)) && !results.has(index);
  });
}

const requirementName = /^(?:requirements?|req|verifies|ensures|spec|scenario|story|tms|tag)$/i;

function requirementsOf(properties: readonly Property[]): string[] | undefined {
  const values = properties.filter(({ name }) => requirementName.test(name)).map(({ value }) => value);
  return values.length === 0 ? undefined : [...new Set(values)].sort();
}

function find(matcher: TestMatcher, reference: TestReference): number | undefined {
  const match = matcher.match(reference);
  return match.kind === "one" ? match.test : undefined;
}

function addItems(
  executed: Map<number, Map<string, string>>,
  test: number | undefined,
  items: ReadonlyMap<string, string>,
): void {
  if (test === undefined) return;
  const known = executed.get(test) ?? new Map<string, string>();
  for (const [item, hash] of items) known.set(item, hash);
  executed.set(test, known);
}

async function addDigest(files: Record<string, string>, path: string, tree: SourceTree): Promise<void> {
  if (files[path] !== undefined) return;
  const digest = await tree.digest(path);
  if (digest !== undefined) files[path] = digest;
}

type MutantRecords = NonNullable<TestEvidence["mutants"]>;

/** A mutation report is coverage of each test, and says which tests notice a change. */
async function readMutants(
  { reports, matcher, tree }: SegmentInputs,
  executed: Map<number, Map<string, string>>,
): Promise<Map<number, MutantRecords>> {
  const records = new Map<number, MutantRecords>();
  for (const { report } of reports) {
    if (report.mutation === undefined) continue;
    const indexes = testsOfMutation(report.mutation, matcher);
    for (const mutant of report.mutation.mutants) {
      if (!tree.has(mutant.file)) continue;
      const symbols = await tree.symbols(mutant.file);
      const inner = symbols.filter(
        ({ startLine, endLine }) => startLine <= mutant.startLine && mutant.startLine <= endLine,
      );
      const symbol = inner.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
      for (const id of new Set([...mutant.coveredBy, ...mutant.killedBy])) {
        const index = indexes.get(id);
        if (index === undefined || symbol === undefined) continue;
        addItems(executed, index, new Map([[`${mutant.file}#${symbol.name}`, symbol.hash]]));
        if (mutant.status !== "killed" && mutant.status !== "survived") continue;
        const { file, startLine: line, operator } = mutant;
        const noticed = mutant.killedBy.includes(id);
        records.set(index, [...(records.get(index) ?? []), { file, line, operator, noticed }]);
      }
    }
  }
  return records;
}

function testsOfMutation({ tests }: MutationReport, matcher: TestMatcher): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [id, { file, name, line }] of tests) {
    const index = find(matcher, { file, titles: [name], line });
    if (index !== undefined) indexes.set(id, index);
  }
  return indexes;
}
