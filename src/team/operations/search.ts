import * as z from "zod";
import { Freshness } from "../../code/freshness.ts";
import { calibrated } from "../../code/operations/relevance.ts";
import { readQuery } from "../../code/rank/query.ts";
import { type Hit, type SearchRequest, search } from "../../code/search.ts";
import { defaultSemanticWeight } from "../../code/semantic/blend.ts";
import { meaningByModel } from "../../code/semantic/meaning.ts";
import { packagedModel } from "../../code/semantic/model/load.ts";
import { queryFault } from "../../kernel/query.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation } from "../../operation/operation.ts";
import { type LeftOut, readingStore, scopeFields, type Team, viewsFor } from "../access.ts";
import type { RepositoryView } from "../repositories.ts";
import { freshOf } from "../store-index.ts";

const Match = z.object({
  content: z.string(),
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  relevance_percent: z.int(),
  kind: z.string(),
  symbols: z.array(z.string()),
});

const Answer = z.object({
  query: z.string(),
  repositories: z
    .array(z.object({ repo: z.string(), ref: z.string(), commit: z.string(), results: z.array(Match) }))
    .describe("Those with matches, the one with the best match first"),
  searched: z.int().describe("How many repositories were searched"),
  left_out: z.array(z.object({ repo: z.string(), reason: z.string() })).optional(),
  freshness: Freshness,
  notice: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

const Input = z.object({
  query: z.string().describe("Natural language search query or code pattern"),
  ...scopeFields,
  limit: z.int().min(1).max(200).default(20).describe("Most results to return"),
  path_filter: z.string().max(500).optional().describe("Filter by path pattern (glob syntax)"),
  extensions: z.string().max(500).optional().describe("Filter by file extensions (comma-separated)"),
});
type Input = z.infer<typeof Input>;

const shared = {
  icon: "search",
  effects: readingStore,
  input: Input,
  output: Answer,
  cli: { never: "it needs a team server, which knows what its caller may see" },
  text: (answer: Answer) => textOf(answer),
} as const;

export function teamSearches(team: Team) {
  return {
    search_code: operation({
      ...shared,
      name: "search_code",
      title: "Code Search",
      summary: "Search the code of one repository, or of several, by meaning, name or words",
      run: (context, input) => answered(team, context, input, {}),
    }),
    search_docs: operation({
      ...shared,
      name: "search_docs",
      title: "Documentation Search",
      summary: "Search the documents of one repository, or of several",
      run: (context, input) => answered(team, context, input, { documentation: "documents", roles: false }),
    }),
  };
}

async function answered(
  team: Team,
  { touched }: Context,
  input: Input,
  kind: Pick<SearchRequest, "documentation" | "roles">,
): Promise<Result<Answer>> {
  const refused = queryFault(input.query);
  if (refused) return refused;
  const asked = await viewsFor(team, input);
  if (!asked.ok) return asked;
  const { views, leftOut } = asked.value;
  for (const { repo } of views) touched(repo);
  // Only what the caller may see is counted: scores say nothing of the rest.
  const segments = views.flatMap(({ snapshot }) => snapshot.segments);
  const meaning = meaningByModel(packagedModel(), input.query, undefined);
  const hits = search(
    { segments },
    {
      query: readQuery(input.query),
      root: "/",
      limit: input.limit,
      pathFilter: input.path_filter,
      extensions: input.extensions,
      ...kind,
      ...(meaning ? { semantic: { meaning, weight: defaultSemanticWeight } } : {}),
    },
  );
  return ok(answerOf(input.query, calibrated.of(hits), views, leftOut));
}

function answerOf(
  query: string,
  hits: readonly Hit[],
  views: readonly RepositoryView[],
  leftOut: readonly LeftOut[],
): Answer {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits)
    groups.set(hit.repository ?? "", [...(groups.get(hit.repository ?? "") ?? []), hit]);
  const byName = new Map(views.map((view) => [view.repo, view]));
  const notices = [
    ...(leftOut.length === 0
      ? []
      : [`Partial: ${count(leftOut.length, "repository", "repositories")} could not be read (left_out).`]),
    ...calibrated.notices(hits),
  ];
  const oldest = views
    .map((view) => freshOf(view).freshness)
    .sort((a, b) => (a.checked_at < b.checked_at ? -1 : 1))[0];
  return {
    query,
    repositories: [...groups].flatMap(([name, results]) => {
      const view = byName.get(name);
      return view ? [{ repo: name, ref: view.ref, commit: view.commit, results: results.map(matchOf) }] : [];
    }),
    searched: views.length,
    ...(leftOut.length === 0 ? {} : { left_out: [...leftOut] }),
    freshness: oldest ?? { checked_at: new Date(0).toISOString(), changed: 0, reread: 0, stale: 0 },
    ...(notices.length === 0 ? {} : { notice: notices.join(" ") }),
  };
}

function matchOf({ content, path, startLine, endLine, relevance, kind, symbols }: Hit) {
  return {
    content,
    path,
    start_line: startLine,
    end_line: endLine,
    relevance_percent: relevance,
    kind,
    symbols: [...symbols],
  };
}

function textOf({ query, repositories, searched, left_out = [], notice }: Answer): string {
  const blocks = repositories.map(({ repo, ref, commit, results }) =>
    [
      `${repo} (${ref}, ${commit.slice(0, 12)})`,
      ...results.flatMap(({ path, start_line, end_line, relevance_percent, kind, symbols, content }) => [
        `  ${path}:${start_line}-${end_line} ${relevance_percent}% ${kind} ${symbols[0] ?? ""}`.trimEnd(),
        ...content
          .split("\n")
          .slice(0, 12)
          .map((line) => `    ${line}`),
      ]),
    ].join("\n"),
  );
  const total = repositories.reduce((sum, { results }) => sum + results.length, 0);
  const head = `${count(total, "result")} for "${query}" in ${count(searched, "repository", "repositories")}`;
  const missing = left_out.map(({ repo, reason }) => `Left out: ${repo}: ${reason}`);
  return printable([head, ...blocks, ...missing, ...(notice === undefined ? [] : [notice])].join("\n\n"));
}
