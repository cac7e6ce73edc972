import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { patternProblem, queryFault } from "../../kernel/query.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { Style } from "../../operation/style.ts";
import type { Freshness } from "../freshness.ts";
import type { CodeIndex } from "../index/fresh.ts";
import { pathPatternTrouble } from "../path-filter.ts";
import { readQuery } from "../rank/query.ts";
import { search } from "../search.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { type Format, human, present, type ShownAnswer } from "./present.ts";
import { searchedAt } from "./roots.ts";

/** What the searches have in common: their arguments, the look at the disk, the place of a result, the output. */

export const place = {
  content: z.string(),
  path: z.string().describe("Relative to the searched directory"),
  start_line: z.int(),
  end_line: z.int(),
  relevance_percent: z.int().min(0).max(100),
};

export const argument = {
  path: z.string().default(".").describe("Path to indexed codebase"),
  limit: z.int().min(1).max(1000),
  pathFilter: z.string().optional().describe("Filter by path pattern (glob syntax)"),
  format: z.enum(["toon", "json", "human"]).optional().describe("Output format"),
};

export interface Opened {
  readonly index: CodeIndex;
  readonly snapshot: Snapshot;
  readonly freshness: Freshness;
  /** What the answer must say about files that are not read yet. */
  readonly notices: readonly string[];
  /** What to search, as `search` takes it. */
  readonly where: { readonly root: string; readonly below: string; readonly pathFilter?: string };
}

/**
 * How long an agent's question waits for a large change to be read, such as another branch. Hosts give up after a
 * minute at the earliest. A command waits as long as it takes.
 */
const serverWaitMs = 10_000;
/** How many old matches are looked at for files that are worth reading first. */
const likelyMatches = 200;

/** The index as the disk is now, and which part of it is asked for. */
export async function openFresh(
  context: Context,
  asked: {
    readonly query: string;
    readonly path: string;
    readonly path_filter?: string | undefined;
    readonly extensions?: string | undefined;
  },
): Promise<Result<Opened>> {
  const refused = queryFault(asked.query) ?? patternFault(asked.path_filter, asked.extensions);
  if (refused) return refused;
  const searched = await searchedAt(context, asked.path);
  if (!searched.ok) return searched;
  const { index, below } = searched.value;
  const { root } = index.workspace;
  const pathFilter = asked.path_filter === undefined ? {} : { pathFilter: asked.path_filter };
  const where = { root, below, ...pathFilter };
  const fresh = await index.fresh({
    ...freshnessOf(context),
    ...(context.client ? { waitMs: serverWaitMs } : {}),
    likely: (outdated) => likelyPaths(outdated, asked.query, where),
  });
  if (!fresh.ok) return fresh;
  return ok({ index, ...fresh.value, notices: staleNotices(fresh.value.freshness), where });
}

/** Whether the files of some matches are still as they were read: if not, the question is asked again. */
export function isOnDisk({ index, where }: Opened, hits: readonly { readonly path: string }[]): boolean {
  return index.holds(hits.map(({ path }) => (where.below === "" ? path : `${where.below}/${path}`)));
}

/** What every question about the index passes on. */
export function freshnessOf({ signal, clock, progress, client }: Context) {
  const report = ({ done, total }: { done: number; total: number }) =>
    progress({ done, total, message: "reading changed files" });
  return { signal, now: clock, progress: report, isServer: client !== undefined };
}

/** Files that matched before they changed: most of them still do. */
function likelyPaths(outdated: Snapshot, query: string, where: Opened["where"]): string[] {
  const hits = search(outdated, { query: readQuery(query), ...where, limit: likelyMatches });
  return hits.map(({ path }) => (where.below === "" ? path : `${where.below}/${path}`));
}

/** What an answer says when not all that changed is read. */
export function staleNotices({ changed, stale }: Freshness): string[] {
  if (stale === 0) return [];
  const percent = Math.floor((100 * (changed - stale)) / changed);
  return [
    `Indexing: ${changed - stale} of ${count(changed, "changed file")} read (${percent} %). Matches in the other ${stale} are missing from this answer; ask again in a moment.`,
  ];
}

interface Formatted {
  readonly format?: Format | undefined;
}

/** TOON by default for models; lines and colors for people. */
export const output = {
  text: (answer: ShownAnswer, { format }: Formatted) => present(answer, format ?? "toon"),
  human: (answer: ShownAnswer, { format }: Formatted, style: Style) =>
    format ? present(answer, format) : human(answer, style),
};

function patternFault(pattern: string | undefined, extensions: string | undefined): Failure | undefined {
  for (const [argument, trouble] of [
    ["path_filter", pathPatternTrouble(pattern ?? "")],
    ["extensions", patternProblem(extensions ?? "")],
  ] as const) {
    if (trouble === undefined) continue;
    const message = `${argument} cannot be used: ${trouble}.`;
    return fail(fault("invalid_argument", message, "Use a shorter pattern.", { subject: { argument } }));
  }
  return undefined;
}
