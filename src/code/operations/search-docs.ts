import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { Freshness } from "../freshness.ts";
import { readQuery } from "../rank/query.ts";
import { search } from "../search.ts";
import { defaultSemanticWeight } from "../semantic/blend.ts";
import { docCommentsFlag } from "./flags.ts";
import { argument, isOnDisk, openFresh, output, place } from "./head.ts";
import { mayConnect } from "./may-connect.ts";
import { meaningOf } from "./semantic.ts";

const Answer = z.object({
  query: z.string(),
  results: z.array(
    z.object({
      ...place,
      breadcrumb: z.string().optional(),
      kind: z.string(),
    }),
  ),
  freshness: Freshness,
  notice: z.string().optional(),
});

const Input = z.object({
  query: z.string().describe("Natural language search query"),
  path: argument.path,
  limit: argument.limit.default(10).describe("Most results to return"),
  path_filter: argument.pathFilter,
  format: argument.format,
});
type Input = z.infer<typeof Input>;

export const searchDocs = operation({
  name: "search_docs",
  title: "Documentation Search",
  summary: "Search indexed documentation using full-text search",
  details:
    "Finds sections of Markdown and other documents with their headings. Code is left to search_code; doc comments are found too when the server or command was given `--doc-comments`.",
  icon: "search",
  seldom: ["format", "path"],
  effects: { ...reading, openWorld: mayConnect },
  cli: {
    words: "docs",
    examples: ['docs "custom user model"'],
    positionals: ["query..."],
    summary: "Search the documentation only",
    flags: [docCommentsFlag],
  },
  input: Input,
  output: Answer,
  run,
  ...output,
});

function run(context: Context, input: Input): Promise<Result<z.infer<typeof Answer>>> {
  return answered(context, input, false);
}

async function answered(
  context: Context,
  input: Input,
  isSecond: boolean,
): Promise<Result<z.infer<typeof Answer>>> {
  const opened = await openFresh(context, input);
  if (!opened.ok) return opened;
  const { index, snapshot, freshness, notices: stale, where } = opened.value;
  const { meaning, notice } = await meaningOf(context, index, snapshot, input.query);
  const hits = search(snapshot, {
    query: readQuery(input.query),
    ...where,
    limit: input.limit,
    documentation: context.flags["doc-comments"] === true ? "with doc comments" : "documents",
    roles: false,
    ...(meaning ? { semantic: { meaning, weight: defaultSemanticWeight } } : {}),
  });
  if (!isSecond && !isOnDisk(opened.value, hits)) return answered(context, input, true);
  const notices = [...stale, ...(notice === undefined ? [] : [notice])];
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
    freshness,
    ...(notices.length === 0 ? {} : { notice: notices.join(" ") }),
  });
}
