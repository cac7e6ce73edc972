import { clip } from "../../../kernel/clip.ts";
import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Sources } from "../sources.ts";
import { textCalls } from "./text-calls.ts";

const maxPlaces = 10;

/**
 * The details behind "none found": what was looked at, calls of that name that could not be resolved, and other
 * lines that have the name. Without it nobody could distinguish an answer from a gap of the resolver.
 */
export function whatWasLookedAt(
  graph: Graph,
  starts: readonly GraphNode[],
  sources: Sources,
  mentions: readonly string[] = textCalls(graph, starts, [], sources).others,
): string {
  const names = [...new Set(starts.flatMap(({ symbol }) => (symbol ? [symbol.name] : [])))];
  const unresolved = names.flatMap((name) => unresolvedUses(graph, name));
  const others = mentions.filter((place) => !unresolved.includes(place));
  return [
    `Looked at ${count(graph.fileCount, "code file")}.`,
    ...sentence(
      unresolved,
      "call with that name could not be resolved",
      "calls with that name could not be resolved",
    ),
    ...sentence(others, "other line has the name", "other lines have the name"),
    ...(unresolved.length + others.length === 0 ? ["No other line of the indexed text has the name."] : []),
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
