import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildGraph, type SourceFile } from "../../src/code/graph/build/build.ts";
import { graphOf } from "../../src/code/graph/model/graph.ts";
import { languageFor, prepareLanguage } from "../../src/code/languages/registry.ts";
import { roleOf } from "../../src/code/roles.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { addEvidence } from "../../src/trace/evidence/add.ts";
import { TestMatcher } from "../../src/trace/evidence/match/matcher.ts";
import { outcomesOf } from "../../src/trace/evidence/match/outcome.ts";
import { readReport } from "../../src/trace/evidence/read/report.ts";
import { type ChangedCode, changedCode } from "../../src/trace/impact/changed-code.ts";
import { endangeredBy } from "../../src/trace/impact/endangered.ts";
import { normalText, revisionOf } from "../../src/trace/model/revision.ts";
import { findPlaces, findTerritory } from "../../src/trace/read/places.ts";
import { readTrace } from "../../src/trace/read/trace.ts";
import { SourceCache } from "../../src/trace/sources/cache.ts";
import { scanSources } from "../../src/trace/sources/scan.ts";
import { readText } from "../../src/workspace/files/files.ts";
import { openWorkspace, type Workspace } from "../../src/workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../../src/workspace/walk/walk.ts";

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
    /** What every answer asks of the disk: the stamp of each file, and which documents there are. */
    look: async () => {
      await walkAll(workspace, { signal });
      await findPlaces(workspace, await findTerritory(workspace));
    },
    /** The reading of every file once, which no first call can do without. */
    readAll: async () => {
      const walked = await walkAll(workspace, { signal });
      for (const { path } of walked.ok ? walked.value : []) await readText(workspace, path);
    },
    impact: (files: readonly string[]) => prepareImpact(workspace, cache, signal, files),
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

/** The part of `trace impact` that follows once the graph is open: which declarations changed, and what they endanger. */
async function prepareImpact(
  workspace: Workspace,
  cache: SourceCache,
  signal: AbortSignal,
  files: readonly string[],
) {
  const read = await readTrace(workspace, { cache, signal, now: new Date() });
  if (!read.ok) throw new Error(read.fault.message);
  const graph = graphOf(buildGraph(await sources(workspace, read.value.scan.entries), undefined, []));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, readFileSync(join(workspace.root, file), "utf8"));
  return async () => {
    const code: ChangedCode[] = [];
    for (const [file, text] of texts)
      code.push(...(await changedCode(file, text.replace("compute(", "changed("), text)));
    const { requirements, tests } = endangeredBy(read.value, graph, code, []);
    return { nodes: graph.nodes().length, requirements: requirements.length, tests: tests.length };
  };
}

async function sources(workspace: Workspace, entries: readonly WalkEntry[]): Promise<SourceFile[]> {
  const read: SourceFile[] = [];
  for (const { path } of entries) {
    const text = readFileSync(join(workspace.root, path), "utf8");
    const language = languageFor(path, text);
    if (language === undefined) continue;
    await prepareLanguage(language);
    const facts = language.parse(text, path);
    read.push({
      path,
      hash: sha256(text),
      language: language.id,
      role: roleOf(path, language.id, text),
      facts: () => facts,
    });
  }
  return read;
}

export function readCoverage(bytes: Uint8Array, onFile: () => void = () => {}): number {
  let files = 0;
  const report = readReport(bytes, () => {
    files++;
    onFile();
  });
  if (!report.ok) throw new Error(report.fault.message);
  return files;
}

export function revisions(texts: readonly string[]): number {
  return new Set(texts.map((text) => revisionOf("scenario", normalText(text)))).size;
}
