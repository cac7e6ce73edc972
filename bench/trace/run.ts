import { addEvidence } from "../../src/trace/evidence/add.ts";
import { TestMatcher } from "../../src/trace/evidence/match/matcher.ts";
import { outcomesOf } from "../../src/trace/evidence/match/outcome.ts";
import { readReport } from "../../src/trace/evidence/read/report.ts";
import { normalText, revisionOf } from "../../src/trace/model/revision.ts";
import { readTrace } from "../../src/trace/read/trace.ts";
import { SourceCache } from "../../src/trace/sources/cache.ts";
import { scanSources } from "../../src/trace/sources/scan.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { walkAll } from "../../src/workspace/walk/walk.ts";

async function opened(root: string) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  return workspace.value;
}

/** A process that answers questions about the requirements of a folder. */
export async function traceProcess(root: string) {
  const workspace = await opened(root);
  const cache = new SourceCache();
  const { signal } = new AbortController();
  return {
    trace: async () => {
      const read = await readTrace(workspace, { cache, signal, now: new Date() });
      if (!read.ok) throw new Error(read.fault.message);
      const counts: Record<string, number> = {};
      for (const { state } of read.value.states.values()) counts[state] = (counts[state] ?? 0) + 1;
      return { counts, scanned: read.value.scan.scanned };
    },
    walk: () => walkAll(workspace, { signal }),
    add: async (file: string) => {
      const scan = await scanSources(workspace, { cache, signal });
      if (!scan.ok) throw new Error(scan.fault.message);
      const tests = [...scan.value.files.values()].flatMap((facts) => facts.tests);
      const added = await addEvidence(workspace, [file], { tests, now: new Date(), signal });
      if (!added.ok) throw new Error(added.fault.message);
      return added.value.results;
    },
    /** Reads a report and gives its results to the tests of the folder. */
    match: async (bytes: Uint8Array) => {
      const scan = await scanSources(workspace, { cache, signal });
      if (!scan.ok) throw new Error(scan.fault.message);
      const tests = [...scan.value.files.values()].flatMap((facts) => facts.tests);
      return () => {
        const report = readReport(bytes);
        if (!report.ok || report.value.tests === undefined) throw new Error("The report cannot be read.");
        const { results, kind } = report.value.tests;
        return outcomesOf(results, kind, tests, new TestMatcher(tests)).matched;
      };
    },
  };
}

export function readCoverage(bytes: Uint8Array): number {
  let files = 0;
  const report = readReport(bytes, () => {
    files++;
  });
  if (!report.ok) throw new Error(report.fault.message);
  return files;
}

export function revisions(texts: readonly string[]): number {
  return new Set(texts.map((text) => revisionOf("scenario", normalText(text)))).size;
}
