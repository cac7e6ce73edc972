import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { IndexCache } from "../../specs/index-store.ts";
import { openProject } from "../../specs/project.ts";
import { searchSpecs } from "../../specs/search.ts";
import { type Context, onceKey } from "../context.ts";
import { operation, reading } from "../operation.ts";
import { Source } from "./shapes.ts";

/** Shared with indexing, which builds the same index. */
const cacheKey = onceKey<IndexCache>("specs-index");

export const FreshnessShape = z.object({
  checked_at: z.string(),
  changed: z.number().int().describe("Files that changed since the index was written"),
  reread: z.number().int(),
  stale: z.number().int().describe("Files whose old text was searched"),
});

export const searchSpecsOperation = operation({
  name: "search_specs",
  title: "Search specs",
  summary: "Searches all specs by meaning: names, descriptions, scenarios and purposes.",
  details: "Needs an index once (`hewto index`); after that every search re-reads what changed on disk.",
  icon: "search",
  effects: reading,
  input: z.object({
    query: z.string().describe("What to look for: words, a sentence, a name or an identifier"),
    limit: z.number().int().min(1).max(1000).default(10).describe("Most results to give"),
  }),
  output: z.object({
    results: z.array(
      z.object({
        spec_id: z.string(),
        requirement: z.string().describe("Empty when the spec as a whole answers"),
        scenario: z.string().optional(),
        score: z.number().min(0).max(1),
        snippet: z.string(),
        source: Source,
      }),
    ),
    freshness: FreshnessShape,
  }),
  cli: { words: "specs search", positionals: ["query..."] },
  run: async (context, { query, limit }) => {
    const project = await openProject(context.workspace);
    const found = await searchSpecs(project, query, { limit, now: context.clock(), cache: cacheOf(context) });
    if (!found.ok) return found;
    const results = found.value.hits.map(({ spec, line, ...hit }) => ({
      spec_id: spec.id,
      ...hit,
      source: { path: spec.path, line },
    }));
    return ok({ results, freshness: found.value.freshness });
  },
  text: ({ results }) => {
    if (results.length === 0) return "Nothing in the specs answers that.";
    return results
      .map(({ spec_id, requirement, scenario, score, snippet, source }) => {
        const name = [spec_id, requirement, scenario].filter(Boolean).join(" › ");
        return `${score.toFixed(2)} ${name} (${source.path}:${source.line})\n  ${snippet}`;
      })
      .join("\n");
  },
  human: ({ results }, _input, style) => {
    if (results.length === 0) return "Nothing in the specs answers that.";
    return results
      .map(({ spec_id, requirement, scenario, score, snippet, source }) => {
        const name = printable([spec_id, requirement, scenario].filter(Boolean).join(" › "));
        const place = style.dim(`${source.path}:${source.line}`);
        return `${style.accent(score.toFixed(2))} ${style.bold(name)} ${place}\n     ${printable(snippet)}`;
      })
      .join("\n");
  },
});

export function cacheOf(context: Context): IndexCache {
  return context.once(cacheKey, () => new IndexCache());
}
