import { clip } from "../../kernel/clip.ts";
import { count } from "../../kernel/text.ts";
import type { Graph, GraphNode } from "../graph/model/graph.ts";
import type { Hit } from "../search.ts";

const maxPlaces = 10;

/**
 * The details behind "none found": what was looked at, calls of that name that could not be resolved, and other
 * lines that have the name. Without it nobody could tell an answer from a gap of the resolver.
 */
export async function whatWasLookedAt(
  graph: Graph,
  starts: readonly GraphNode[],
  search: (query: string) => Promise<readonly Hit[]>,
): Promise<string> {
  const names = [...new Set(starts.flatMap(({ symbol }) => (symbol ? [symbol.name] : [])))];
  const unresolved = names.flatMap((name) => unresolvedUses(graph, name));
  const known = new Set([...unresolved, ...starts.map(({ path, line }) => `${path}:${line}`)]);
  const hits = (await Promise.all(names.slice(0, 3).map(search))).flat();
  const mentions = mentionsIn(hits, names).filter((place) => !known.has(place));
  return [
    `Looked at ${count(graph.fileCount, "code file")}.`,
    ...sentence(
      unresolved,
      "call with that name could not be resolved",
      "calls with that name could not be resolved",
    ),
    ...sentence(mentions, "other line has the name", "other lines have the name"),
    ...(unresolved.length + mentions.length === 0
      ? ["The name is in no other line that a search finds."]
      : []),
  ].join(" ");
}

function sentence(places: readonly string[], one: string, many: string): string[] {
  if (places.length === 0) return [];
  const { shown, leftOut } = clip(places, maxPlaces);
  const more = leftOut > 0 ? `, and ${leftOut} more` : "";
  return [`${places.length} ${places.length === 1 ? one : many}: ${shown.join(", ")}${more}.`];
}

/** Uses of the name that were taken for something outside the repository. */
function unresolvedUses(graph: Graph, name: string): string[] {
  const outside = graph.external(name);
  if (outside === undefined) return [];
  return [...new Set(graph.to(outside).map(({ path, line }) => `${path}:${line}`))];
}

function mentionsIn(hits: readonly Hit[], names: readonly string[]): string[] {
  const wanted = names.map(
    (name) => new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, "u"),
  );
  const places = hits.flatMap(({ path, content, startLine }) =>
    content
      .split(/\r\n|\r|\n/)
      .flatMap((line, at) => (wanted.some((name) => name.test(line)) ? [`${path}:${startLine + at}`] : [])),
  );
  return [...new Set(places)];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
