import * as z from "zod";
import { readQuery } from "../../code/rank/query.ts";
import { search } from "../../code/search.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../context.ts";
import { operation, reading } from "../operation.ts";
import { human, present } from "./present.ts";
import { searchedAt } from "./roots.ts";
import { emptyQuery, Freshness } from "./search-code.ts";

const Answer = z.object({
  query: z.string(),
  results: z.array(
    z.object({
      content: z.string(),
      path: z.string().describe("Relative to the searched directory"),
      start_line: z.int(),
      end_line: z.int(),
      relevance_percent: z.int().min(0).max(100),
      breadcrumb: z.string().optional(),
      kind: z.string(),
    }),
  ),
  freshness: Freshness,
});

const Input = z.object({
  query: z.string().describe("Natural language search query"),
  path: z.string().default(".").describe("Path to indexed codebase"),
  limit: z.int().min(1).max(1000).default(10).describe("Most results to return"),
  path_filter: z.string().optional().describe("Filter by path pattern (glob syntax)"),
  format: z.enum(["toon", "json", "human"]).optional().describe("Output format"),
});
type Input = z.infer<typeof Input>;

export const searchDocs = operation({
  name: "search_docs",
  title: "Documentation Search",
  summary: "Search indexed documentation using full-text search",
  details: "Finds sections of Markdown and other documents with their headings. Code is left to search_code.",
  icon: "search",
  effects: reading,
  cli: { words: "docs", positionals: ["query..."] },
  input: Input,
  output: Answer,
  run,
  text: (answer, { format }) => present(answer, format ?? "toon"),
  human: (answer, { format }, style) => (format ? present(answer, format) : human(answer, style)),
});

async function run(context: Context, input: Input): Promise<Result<z.infer<typeof Answer>>> {
  if (input.query.trim() === "") return emptyQuery();
  const searched = await searchedAt(context, input.path);
  if (!searched.ok) return searched;
  const { index, below } = searched.value;
  const fresh = await index.fresh(context.signal, context.clock);
  if (!fresh.ok) return fresh;
  const hits = search(fresh.value.snapshot, {
    query: readQuery(input.query),
    root: index.workspace.root,
    below,
    limit: input.limit,
    scope: (role, language) => role === "docs" || language === "markdown",
    roles: false,
    ...(input.path_filter === undefined ? {} : { pathFilter: input.path_filter }),
  });
  return ok({
    query: input.query,
    results: hits.map((hit) => ({
      content: hit.content,
      path: hit.path,
      start_line: hit.startLine,
      end_line: hit.endLine,
      relevance_percent: hit.relevance,
      ...(hit.breadcrumb === undefined ? {} : { breadcrumb: hit.breadcrumb }),
      kind: hit.kind,
    })),
    freshness: fresh.value.freshness,
  });
}
