import * as z from "zod";
import { Freshness } from "../../code/freshness.ts";
import { mayConnect } from "../../code/operations/may-connect.ts";
import { printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { Source } from "./shapes.ts";

const nothing = "Nothing in the specs answers that.";

export const searchSpecsOperation = operation({
  name: "search_specs",
  title: "Search specs",
  summary: "Searches all specs by meaning: names, descriptions, scenarios and purposes.",
  details: "Needs an index once; after that every search re-reads what changed on disk.",
  icon: "search",
  effects: { ...reading, openWorld: mayConnect },
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
    freshness: Freshness,
    notice: z.string().optional(),
  }),
  cli: { words: "specs search", positionals: ["query..."] },
  run: async (context, { query, limit }) => {
    // The index and its ranker are not loaded for the tools that only read specs.
    const { searchSpecs } = await import("./search-specs.ts");
    return searchSpecs(context, query, limit);
  },
  text: ({ results, notice }) => {
    const lines = results.map(({ spec_id, requirement, scenario, score, snippet, source }) => {
      const name = [spec_id, requirement, scenario].filter(Boolean).join(" › ");
      return `${score.toFixed(2)} ${name} (${source.path}:${source.line})\n  ${snippet}`;
    });
    return [...(lines.length > 0 ? lines : [nothing]), ...(notice ? [notice] : [])].join("\n");
  },
  human: ({ results, notice }, _input, style) => {
    const lines = results.map(({ spec_id, requirement, scenario, score, snippet, source }) => {
      const name = printable([spec_id, requirement, scenario].filter(Boolean).join(" › "));
      const place = style.dim(`${source.path}:${source.line}`);
      return `${style.accent(score.toFixed(2))} ${style.bold(name)} ${place}\n     ${printable(snippet)}`;
    });
    return [...(lines.length > 0 ? lines : [nothing]), ...(notice ? [style.warn(notice)] : [])].join("\n");
  },
});
