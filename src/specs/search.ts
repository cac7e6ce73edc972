import { fault } from "../kernel/fault.ts";
import { byCodePoint } from "../kernel/order.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { type Freshness, freshIndex, type IndexCache } from "./index-store.ts";
import { type LoadedSpec, loadSpec, type SpecEntry } from "./library.ts";
import type { SpecProject } from "./project.ts";
import { type Ranked, rank } from "./rank.ts";
import { snippetOf } from "./snippet.ts";

export interface SpecHit {
  readonly spec: SpecEntry;
  /** Empty when the spec itself answers. */
  readonly requirement: string;
  readonly scenario?: string;
  readonly score: number;
  readonly snippet: string;
  readonly line: number;
}

export interface SpecSearch {
  readonly hits: readonly SpecHit[];
  readonly freshness: Freshness;
}

/** Searches names, descriptions, scenarios and purposes of all specs, as they are on disk now. */
export async function searchSpecs(
  project: SpecProject,
  query: string,
  options: { readonly limit: number; readonly now: Date; readonly cache?: IndexCache },
): Promise<Result<SpecSearch>> {
  if (query.trim() === "") return fail(fault("empty_query", "Query cannot be empty", ""));
  const fresh = await freshIndex(project, options.now, options.cache);
  if (!fresh.ok) return fresh;
  const { index, specs, freshness } = fresh.value;
  const items = index.files.flatMap((file) => {
    const spec = specs.get(file.path);
    return spec === undefined ? [] : file.entries.map((entry) => ({ item: spec, entry }));
  });
  const best = bestPerRequirement(rank(items, query)).slice(0, options.limit);
  return ok({ hits: await describe(project, best, query), freshness });
}

/** One answer for a requirement, its best scenario or itself; equal scores in the order of ids and lines. */
function bestPerRequirement(ranked: readonly Ranked<SpecEntry>[]): Ranked<SpecEntry>[] {
  const best = new Map<string, Ranked<SpecEntry>>();
  for (const each of ranked) {
    const key = `${each.item.id}\n${each.entry.r}`;
    const known = best.get(key);
    if (known === undefined || each.score > known.score) best.set(key, each);
  }
  return [...best.values()].sort(
    (a, b) => b.score - a.score || byCodePoint(a.item.id, b.item.id) || a.entry.line - b.entry.line,
  );
}

async function describe(
  project: SpecProject,
  ranked: readonly Ranked<SpecEntry>[],
  query: string,
): Promise<SpecHit[]> {
  const loaded = new Map<string, LoadedSpec>();
  const hits: SpecHit[] = [];
  for (const { item, entry, score } of ranked) {
    const spec = loaded.get(item.path) ?? (await loadSpec(project.workspace, item, project.vocabulary));
    loaded.set(item.path, spec);
    const { r: requirement, s: scenario, line } = entry;
    const snippet = snippetOf(textAt(spec, line, requirement === ""), query);
    const rounded = Math.round(score * 1000) / 1000;
    hits.push({
      spec: item,
      requirement,
      ...(scenario === undefined ? {} : { scenario }),
      score: rounded,
      snippet,
      line,
    });
  }
  return hits;
}

/** What stands at a line of the index: a purpose, a description or the steps of a scenario. */
function textAt({ spec }: LoadedSpec, line: number, isSpec: boolean): string {
  if (isSpec) return spec.purpose || (spec.title ?? "");
  for (const requirement of spec.requirements) {
    if (requirement.line === line && requirement.form !== "implicit")
      return requirement.description || requirement.name;
    const scenario = requirement.scenarios.find((each) => each.line === line);
    if (scenario !== undefined) return scenario.steps.map((step) => `${step.keyword} ${step.text}`).join(" ");
  }
  return "";
}
