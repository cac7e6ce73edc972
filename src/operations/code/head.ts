import * as z from "zod";
import type { CodeIndex } from "../../code/index/fresh.ts";
import type { Snapshot } from "../../code/store/snapshot.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../context.ts";
import type { Style } from "../style.ts";
import { type Format, human, present, type ShownAnswer } from "./present.ts";
import { searchedAt } from "./roots.ts";

/** What the searches have in common: their arguments, the look at the disk, the place of a result, the output. */

export const Freshness = z.object({
  checked_at: z.string(),
  changed: z.int().describe("Files that differ from the index"),
  reread: z.int().describe("Of those, read again for this answer"),
  stale: z.int().describe("Of those, not read yet: results in them may be old"),
});

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
  readonly freshness: z.infer<typeof Freshness>;
  /** What to search, as `search` takes it. */
  readonly where: { readonly root: string; readonly below: string; readonly pathFilter?: string };
}

/** The index as the disk is now, and which part of it is asked for. */
export async function openFresh(
  context: Context,
  asked: { readonly query: string; readonly path: string; readonly path_filter?: string | undefined },
): Promise<Result<Opened>> {
  if (asked.query.trim() === "") return emptyQuery();
  const searched = await searchedAt(context, asked.path);
  if (!searched.ok) return searched;
  const { index, below } = searched.value;
  const fresh = await index.fresh(context.signal, context.clock);
  if (!fresh.ok) return fresh;
  const { root } = index.workspace;
  const pathFilter = asked.path_filter === undefined ? {} : { pathFilter: asked.path_filter };
  return ok({ index, ...fresh.value, where: { root, below, ...pathFilter } });
}

interface Formatted {
  readonly format?: Format | undefined;
}

/** For models TOON unless told, for people lines and colours. */
export const output = {
  text: (answer: ShownAnswer, { format }: Formatted) => present(answer, format ?? "toon"),
  human: (answer: ShownAnswer, { format }: Formatted, style: Style) =>
    format ? present(answer, format) : human(answer, style),
};

export function emptyQuery(): Failure {
  return fail(fault("empty_query", "Query cannot be empty", "", { subject: { argument: "query" } }));
}
