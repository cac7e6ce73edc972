import type { CodeIndex } from "../../code/index/fresh.ts";
import { indexAt } from "../../code/operations/roots.ts";
import { meaningOf } from "../../code/operations/semantic.ts";
import { type Query, readQuery } from "../../code/rank/query.ts";
import { type Hit, search } from "../../code/search.ts";
import { defaultSemanticWeight } from "../../code/semantic/blend.ts";
import type { Meaning } from "../../code/semantic/meaning.ts";
import type { Snapshot } from "../../code/store/snapshot.ts";
import { termsOf, wordsOf } from "../../code/text/words.ts";
import { fault } from "../../kernel/fault.ts";
import { queryFault } from "../../kernel/query.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { absolutePath } from "../../workspace/paths/paths.ts";
import { findSpecs, isSpecPath, type LoadedSpec, loadSpec, type SpecEntry } from "../library.ts";
import { openProject, type SpecProject } from "../project.ts";
import { oncePerRequirement, placeAt, type RankedPlace } from "../search.ts";
import { snippetOf } from "../snippet.ts";

/** A place that has less than this of the question's rarity, and none of its meaning, has nothing to do with it. */
const leastCoverage = 0.1;
/** Requirements of one spec are separate answers; only a little is held against the second of a file. */
const furtherChunk = 0.9;
/** Several chunks may belong to one requirement, so that more are ranked than are shown. */
const chunksPerAnswer = 8;

/** Searches the specs of the workspace as they are on disk now, in the index and by the ranker of all searches. */
export async function searchSpecs(context: Context, query: string, limit: number) {
  const refused = queryFault(query);
  if (refused) return refused;
  const project = await openProject(context.workspace);
  const index = await indexAt(context, ".");
  if (!index.ok) return index;
  const specs = await findSpecs(project.workspace, project.layouts);
  const fresh = await freshSpecs(context, project, specs, index.value);
  if (!fresh.ok) return fresh;
  const { snapshot, freshness } = fresh.value;
  const { meaning, notice } = await meaningOf(context, index.value, snapshot, query);
  const asked = readQuery(query);
  const hits = findInSpecs(snapshot, asked, meaning, limit);
  const results = await answersOf(project, specs, hits, asked, limit);
  return ok({ results, freshness, notice });
}

/** What in a snapshot of specs answers: enough chunks for so many answers. */
export function findInSpecs(
  snapshot: Snapshot,
  query: Query,
  meaning: Meaning | undefined,
  limit: number,
): Hit[] {
  const hits = search(snapshot, {
    query,
    root: "",
    limit: limit * chunksPerAnswer,
    roles: false,
    furtherChunk,
    ...(meaning ? { semantic: { meaning, weight: defaultSemanticWeight } } : {}),
  });
  return hits.filter(isAnswer);
}

async function freshSpecs(
  context: Context,
  { workspace, layouts }: SpecProject,
  specs: readonly SpecEntry[],
  index: CodeIndex,
) {
  const files = specs.flatMap(({ path, obstacle }) => {
    const stamp = obstacle ? undefined : stampOf(absolutePath(workspace, path));
    return stamp === undefined ? [] : [{ path, ...stamp }];
  });
  const part = { files, holds: (path: string) => isSpecPath(layouts, path) };
  const fresh = await index.freshPart(part, context.clock);
  return fresh.ok || fresh.fault.code !== "index_missing" ? fresh : indexMissing();
}

function isAnswer({ reasons }: Hit): boolean {
  return (reasons.coverage ?? 0) >= leastCoverage || reasons.nearness !== undefined;
}

async function answersOf(
  { workspace, vocabulary }: SpecProject,
  specs: readonly SpecEntry[],
  hits: readonly Hit[],
  query: Query,
  limit: number,
) {
  const entries = new Map(specs.map((entry) => [String(entry.path), entry]));
  const loaded = new Map<string, LoadedSpec>();
  const places: RankedPlace[] = [];
  const answered = new Set<string>();
  for (const { path, startLine, relevance, reasons } of hits) {
    const entry = entries.get(path);
    // Reading a spec costs more than all else: when there are answers enough, no further one is read.
    if (!entry || (answered.size >= limit && !loaded.has(path))) continue;
    const spec = loaded.get(path) ?? (await loadSpec(workspace, entry, vocabulary));
    loaded.set(path, spec);
    const place = placeAt(spec, startLine);
    answered.add(`${path}\n${place.requirement}`);
    places.push({ ...place, score: relevance / 100, coverage: reasons.coverage ?? 0 });
  }
  return oncePerRequirement(places)
    .slice(0, limit)
    .map(({ spec, requirement, scenario, line, text, score }) => ({
      spec_id: spec.id,
      requirement,
      scenario,
      score,
      snippet: snippetOf(text, (oneLine) => firstAsked(oneLine, query)),
      source: { path: spec.path, line },
    }));
}

/** Where the first word of the query occurs; 0 when none does. */
function firstAsked(line: string, query: Query): number {
  const asked = new Set(query.terms.map((term) => term.text));
  for (const { text, from } of wordsOf(line)) {
    const term = termsOf(text).find((each) => asked.has(each));
    // A run of a script without spaces is one word: the place is inside it.
    if (term !== undefined) return from + Math.max(0, text.toLowerCase().indexOf(term));
  }
  return 0;
}

function indexMissing(): Result<never> {
  const message =
    "This workspace has no search index yet; it must be built first, once. Searches then keep it fresh.";
  const suggest = { operation: "index_codebase", args: { path: "." }, to: "build it" };
  return fail(fault("index_missing", message, "", { suggest }));
}
