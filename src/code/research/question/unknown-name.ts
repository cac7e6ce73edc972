import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Research } from "../answer.ts";
import { escaped } from "../relation/text-calls.ts";
import type { ResearchRequest } from "../request.ts";
import type { Sources } from "../sources.ts";
import { nearestNames } from "./nearest-names.ts";
import type { Question } from "./question.ts";
import { readSymbol } from "./symbols.ts";
import { isStrong, type Sentence } from "./understand.ts";

/** Names that nothing has end the search, unless the text has them: a setting, an option, something external. */
export async function unknownName(
  graph: Graph,
  question: Question,
  { want, names, unknown }: Sentence,
  { search, sources }: ResearchRequest,
): Promise<Research | undefined> {
  const isPhrase = question.kind !== "free" && question.kind !== "symbol";
  // `Store.laod` alone is a name, whatever it looks like in a sentence.
  const alone =
    question.kind === "symbol" && isQualified.test(question.subject) ? question.subject : undefined;
  const named = names.length > 0 ? undefined : (unknown[0] ?? alone);
  const missing = isPhrase && names.length === 0 ? question.subject : named;
  if (missing === undefined) return undefined;
  const { name } = readSymbol(missing);
  const isCode = isStrong(missing) || named !== undefined;
  const lines = linesWith(name, sources);
  if (lines.length > 0 && (!isPhrase || !isCode) && !inward.has(want)) return undefined;
  const near = nearestNames(graph, missing, isCode ? await search(name) : []);
  if (!isCode && near.length === 0) return undefined;
  return { findings: [], chains: [], nodes: [], edges: [], overview: noSymbol(graph, missing, near, lines) };
}

const isQualified = /\p{L}(?:\.|::|#)\p{L}{2}/u;

/** Questions that are answered with the lines alone if only the text has the name. */
const inward: ReadonlySet<string> = new Set(["callers", "uses", "impact"]);

const maxLines = 5;

function linesWith(name: string, sources: Sources): string[] {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, "u");
  const found: string[] = [];
  for (const { path } of sources.containing(name)) {
    for (const [at, text] of sources.lines(path).entries())
      if (word.test(text)) found.push(`${path}:${at + 1}`);
    if (found.length > 100) break;
  }
  return found;
}

/** Says so, and what else may have been meant: other labels, or a name that is near. */
export function noSymbol(
  graph: Graph,
  text: string,
  near: readonly GraphNode[] = nearestNames(graph, text),
  lines: readonly string[] = [],
): string {
  const { name, container } = readSymbol(text);
  const alike = graph.named(name).map((id) => graph.node(id).name);
  const shown = [...new Set(alike)].slice(0, 5);
  const else_ = container.length > 0 ? "elsewhere" : "with other labels";
  if (shown.length > 0)
    return `There is no symbol ${text}, but ${else_}: ${shown.join(", ")}${alike.length > 5 ? ", …" : ""}.`;
  const names = near.map((node) => `${node.name} (${node.path}:${node.line})`);
  const mentions =
    lines.length === 0
      ? `The text is in none of ${count(graph.fileCount, "code file")}.`
      : `The text is in ${count(lines.length, "line")}: ${lines.slice(0, maxLines).join(", ")}${lines.length > maxLines ? ", …" : ""}.`;
  return `There is no symbol ${text}. ${mentions} Nearest: ${names.length === 0 ? "none" : names.join(", ")}.`;
}
