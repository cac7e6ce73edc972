import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { type Context, withoutModel } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { expandQuery } from "../enrich/expand.ts";
import { synthesize } from "../enrich/synthesize.ts";
import { Freshness } from "../freshness.ts";
import { type Query, readQuery, withMoreTerms } from "../rank/query.ts";
import type { Hit } from "../search.ts";
import { defaultSemanticWeight } from "../semantic/blend.ts";
import { packagedModel } from "../semantic/model/load.ts";
import { nearestTerms } from "../semantic/model/nearest-terms.ts";
import { askWith } from "./ask.ts";
import { fitSearch, fuse } from "./fit-search.ts";
import { explainFlag } from "./flags.ts";
import { argument, isOnDisk, openFresh, output, place } from "./head.ts";
import { mayConnect } from "./may-connect.ts";
import { byCoverage, calibrated, type Relevance } from "./relevance.ts";
import { meaningOf } from "./semantic.ts";
import { searchIndex } from "./wide-search.ts";

const Explain = z.record(z.string(), z.number());

const DropInAnswer = z.object({
  query: z.string(),
  results: z.array(
    z.object({
      ...place,
      kind: z.string(),
      symbols: z.array(z.string()),
      signature: z.string().optional(),
      breadcrumb: z.string().optional(),
      doc_comment: z.string().optional(),
      explain: Explain.optional(),
    }),
  ),
  freshness: Freshness,
  notice: z.string().optional(),
  expanded_query: z
    .object({ original: z.string(), terms: z.array(z.string()), generated_by: z.string() })
    .optional(),
  synthesis: z
    .object({ summary: z.string(), follow_ups: z.array(z.string()), generated_by: z.string() })
    .optional(),
});

/** What fits a budget: the best with the lines that matter, numbered; the rest by name and place. */
const Answer = DropInAnswer.extend({
  weaker: z.array(z.string()).optional().describe("Further matches, a line each"),
});
type Answer = z.infer<typeof Answer>;

const DropInInput = z.object({
  query: z.string().describe("Natural language search query or code pattern"),
  path: argument.path,
  limit: argument.limit.default(20).describe("Most results to return"),
  semantic_weight: z
    .number()
    .min(0)
    .max(1)
    .default(defaultSemanticWeight)
    .describe("Weight for semantic search (0.0-1.0)"),
  extensions: z.string().optional().describe("Filter by file extensions (comma-separated)"),
  path_filter: argument.pathFilter,
  format: argument.format,
  expand_query: z.boolean().default(false).describe("Use LLM to expand query"),
  synthesize: z.boolean().default(false).describe("Generate LLM summary"),
});

const Input = DropInInput.extend({
  queries: z
    .array(z.string())
    .max(8)
    .optional()
    .describe("Other wordings or guesses at names, fused by rank"),
});
type Input = z.infer<typeof Input>;

export const searchCode = operation({
  name: "search_code",
  title: "Code Search",
  summary: "Search the indexed code by meaning, name or words",
  details: "Answers with file and lines. Any punctuation is fine. Edits made since indexing are noticed.",
  icon: "search",
  seldom: ["semantic_weight", "format", "expand_query", "synthesize"],
  effects: { ...reading, openWorld: mayConnect },
  generates: true,
  cli: {
    words: "search",
    examples: [
      'search "where is a booking cancelled"',
      'search parseConfig --path-filter "src/**" --limit 5',
    ],
    positionals: ["query..."],
    summary: "Find code and documents by words and meaning",
    flags: [explainFlag],
  },
  input: Input,
  output: Answer,
  run,
  fit: (answer, bytes, { query, queries = [] }) => fitSearch(answer, bytes, [query, ...queries].join(" ")),
  dropIn: { input: DropInInput, output: DropInAnswer, run: runDropIn, fit: (answer) => answer },
  ...output,
});

function run(context: Context, input: Input): Promise<Result<Answer>> {
  return answered(context, input, calibrated);
}

/** With the numbers of the system that the profile stands in for. */
function runDropIn(context: Context, input: Input): Promise<Result<Answer>> {
  return answered(context, input, byCoverage);
}

async function answered(
  context: Context,
  input: Input,
  relevance: Relevance,
  isSecond = false,
): Promise<Result<Answer>> {
  const opened = await openFresh(context, input);
  if (!opened.ok) return opened;
  const { index, snapshot, freshness, notices: stale, where } = opened.value;
  const ask = askWith(context);
  const asked = readQuery(input.query);
  const expanded = input.expand_query ? await expandQuery(asked, ask, nearestWords) : undefined;
  const find = async (text: string, query: Query) => {
    const { meaning, notice, isForeign } =
      input.semantic_weight > 0 ? await meaningOf(context, index, snapshot, text) : {};
    const weight = input.semantic_weight;
    const request = {
      query,
      ...where,
      limit: input.limit,
      ...(meaning ? { semantic: { meaning, weight, isForeign: isForeign === true } } : {}),
      ...(input.extensions === undefined ? {} : { extensions: input.extensions }),
    };
    const hits = await searchIndex(context, index, snapshot, request, text);
    return { hits: relevance.of(hits), notice };
  };
  const { hits: first, notice } = await find(
    input.query,
    expanded ? withMoreTerms(asked, expanded.terms) : asked,
  );
  const others = (input.queries ?? []).filter((text) => text.trim() !== "");
  const further = await Promise.all(others.map(async (text) => (await find(text, readQuery(text))).hits));
  const hits = further.length === 0 ? first : fuse([first, ...further]).slice(0, input.limit);
  if (!isSecond && !isOnDisk(opened.value, hits)) return answered(context, input, relevance, true);
  const synthesis = input.synthesize ? await synthesize(input.query, hits, ask) : undefined;
  const { withheld } = context;
  const isModelMissed = withheld !== undefined && (input.expand_query || input.synthesize);
  const notices = [
    ...stale,
    ...(notice ? [notice] : []),
    ...(isModelMissed ? [withoutModel(withheld)] : []),
    ...relevance.notices(hits),
  ];
  const explains = context.flags.explain === true;
  return ok({
    query: input.query,
    results: hits.map((hit) => resultOf(hit, explains)),
    freshness,
    ...(notices.length === 0 ? {} : { notice: notices.join(" ") }),
    ...(expanded ? { expanded_query: { ...expanded, terms: [...expanded.terms] } } : {}),
    ...(synthesis ? { synthesis: { ...synthesis, follow_ups: [...synthesis.follow_ups] } } : {}),
  });
}

/** More words for a query from the model in the package. */
function nearestWords(text: string): string[] {
  return nearestTerms(packagedModel(), text, 12);
}

function resultOf(hit: Hit, explains: boolean) {
  return {
    content: hit.content,
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    relevance_percent: hit.relevance,
    kind: hit.kind,
    symbols: [...hit.symbols],
    ...(hit.signature === undefined ? {} : { signature: hit.signature }),
    ...(hit.breadcrumb === undefined ? {} : { breadcrumb: hit.breadcrumb }),
    ...(hit.doc === undefined ? {} : { doc_comment: hit.doc }),
    ...(explains ? { explain: { ...hit.reasons } } : {}),
  };
}
