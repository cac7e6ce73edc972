import * as z from "zod";
import { clipLine } from "../../kernel/clip.ts";
import { queryFault } from "../../kernel/query.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { Source } from "../../specs/operations/shapes.ts";
import { openProject } from "../../specs/project.ts";
import { readText } from "../../workspace/files/files.ts";
import { type ArchivedEntry, findArchivedChanges } from "../archive/archived.ts";
import { findFiles } from "../files.ts";
import { type ChangeEntry, findChanges, loadSummary } from "../library.ts";
import type { ChangeText } from "./rank-texts.ts";

const Output = z.object({
  results: z.array(
    z.object({
      change_id: z.string(),
      title: z.string(),
      archived_on: z.string().optional().describe("Missing for an active change"),
      score: z.number().min(0).max(1),
      snippet: z.string(),
      source: Source,
    }),
  ),
});
type Output = z.infer<typeof Output>;

const maxFileBytes = 1024 * 1024;
const maxSnippet = 240;

export const searchChangesOperation = operation({
  name: "search_changes",
  title: "Search changes",
  summary: "Searches proposals, designs, tasks and deltas of all changes, archived ones included, by words.",
  icon: "search",
  effects: reading,
  served: "extras",
  cli: { words: "changes search", positionals: ["query..."] },
  input: z.object({
    query: z.string().describe("Words to look for"),
    scope: z.enum(["all", "active", "archived"]).default("all").describe("Which changes"),
    limit: z.number().int().min(1).max(1000).default(10).describe("Most results to give"),
  }),
  output: Output,
  run,
  text: ({ results }) => {
    if (results.length === 0) return "No change has these words.";
    return results
      .map(({ change_id, title, archived_on, snippet, source }) => {
        const state = archived_on === undefined ? "active" : "archived";
        return `${change_id} (${state}): ${title}\n  ${source.path}:${source.line}: ${snippet}`;
      })
      .join("\n");
  },
  human: ({ results }, _given, style) => {
    if (results.length === 0) return "No change has these words.";
    return results
      .map(({ change_id, title, archived_on, snippet, source }) => {
        const state = archived_on === undefined ? style.good("active") : style.dim("archived");
        const place = style.dim(`${source.path}:${source.line}`);
        return `${style.bold(printable(change_id))}  ${state}  ${printable(title)}\n  ${place}\n  ${printable(snippet)}`;
      })
      .join("\n");
  },
});

async function run(
  { workspace, signal }: Context,
  { query, scope, limit }: { query: string; scope: "all" | "active" | "archived"; limit: number },
): Promise<Result<Output>> {
  const wrong = queryFault(query);
  if (wrong !== undefined) return wrong;
  const { layouts } = await openProject(workspace);
  const active = scope === "archived" ? [] : await findChanges(workspace, layouts);
  const archived = scope === "active" ? [] : (await findArchivedChanges(workspace, layouts)).reverse();
  const texts: ChangeText<ChangeEntry | ArchivedEntry>[] = [];
  for (const entry of [...active, ...archived]) {
    if (signal.aborted) break;
    for (const path of await findFiles(workspace, entry.path)) {
      if (!path.endsWith(".md")) continue;
      const file = await readText(workspace, path, { maxBytes: maxFileBytes, lossy: true });
      if (file.ok) texts.push({ entry, path, text: file.value.text });
    }
  }
  // The words of a language are known to the room of code search; nobody else needs its tables.
  const { searchChanges } = await import("./rank-texts.ts");
  const results: Output["results"] = [];
  for (const { entry, score, path, line, text } of searchChanges(texts, query, limit)) {
    const isArchived = "changeId" in entry;
    const name = isArchived ? entry.changeId : entry.name;
    const { title } = await loadSummary(workspace, { ...entry, name });
    results.push({
      change_id: entry.id,
      title,
      archived_on: isArchived ? entry.archivedOn : undefined,
      score,
      snippet: clipLine(text, maxSnippet),
      source: { path, line },
    });
  }
  return ok({ results });
}
