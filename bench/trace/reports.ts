import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TestMatcher } from "../../src/trace/evidence/match/matcher.ts";
import { type OpenResult, outcomesOf } from "../../src/trace/evidence/match/outcome.ts";
import { readReport } from "../../src/trace/evidence/read/report.ts";
import { SourceCache } from "../../src/trace/sources/cache.ts";
import { scanSources } from "../../src/trace/sources/scan.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { walkAll } from "../../src/workspace/walk/walk.ts";

export interface MatchedReport {
  readonly report: string;
  readonly results: number;
  readonly matched: number;
  readonly ambiguous: readonly OpenResult[];
  readonly unmatched: readonly OpenResult[];
  readonly problem?: string;
}

/** How many results of each report belong to one test that the sources of its repository declare. */
export async function matchReports(root: string, reports: readonly string[]): Promise<MatchedReport[]> {
  const opened = await openWorkspace(root);
  if (!opened.ok) throw new Error(opened.fault.message);
  const { signal } = new AbortController();
  const scan = await scanSources(opened.value, { cache: new SourceCache(), signal });
  const walked = await walkAll(opened.value, { signal });
  if (!scan.ok || !walked.ok) throw new Error(`${root} cannot be scanned.`);
  const tests = [...scan.value.files.values()].flatMap((facts) => facts.tests);
  const goModules = walked.value.flatMap(({ path }) => {
    if (!/(?:^|\/)go\.mod$/.test(path)) return [];
    const module = /^module[ \t]+(\S+)/m.exec(readFileSync(join(root, path), "utf8"))?.[1];
    return module === undefined ? [] : [{ module, folder: path.replace(/\/?go\.mod$/, "") }];
  });
  const matcher = new TestMatcher(tests, { root: opened.value.root, goModules });
  return reports.map((report) => {
    const read = readReport(readFileSync(join(root, report)));
    const none = { report, results: 0, matched: 0, ambiguous: [], unmatched: [] };
    if (!read.ok) return { ...none, problem: read.fault.message };
    if (read.value.tests === undefined) return { ...none, problem: "it holds no test results" };
    const { results, kind } = read.value.tests;
    const { matched, ambiguous, unmatched } = outcomesOf(results, kind, tests, matcher);
    return { report, results: results.length, matched, ambiguous, unmatched };
  });
}
