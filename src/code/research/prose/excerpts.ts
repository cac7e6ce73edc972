import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { stem } from "../../text/stem.ts";
import { partsOf, wordsOf } from "../../text/words.ts";
import type { Excerpt } from "../answer.ts";
import type { Sources } from "../sources.ts";

const maxLines = 6;
const around = 1;
const maxWidth = 140;

/** The lines of a declaration that decide: those that have the words of the question, or call another step. */
export function excerptOf(
  graph: Graph,
  node: GraphNode,
  steps: ReadonlySet<number>,
  words: ReadonlySet<string>,
  sources: Sources,
): Excerpt | undefined {
  const lines = sources.lines(node.path);
  const end = Math.min(sources.endOf(node), node.line + 400);
  const calls = new Set(
    graph.from(node.id).flatMap(({ kind, to, line }) => (kind === "calls" && steps.has(to) ? [line] : [])),
  );
  const scored: { line: number; score: number }[] = [];
  let isDoc = false;
  for (let line = node.line + 1; line <= end; line++) {
    // A docstring repeats the question's words and decides nothing.
    const quotes = (lines[line - 1] ?? "").split('"""').length - 1;
    const isSkipped = isDoc || quotes > 0;
    if (quotes % 2 === 1) isDoc = !isDoc;
    if (isSkipped) continue;
    const score = scoreOf(lines[line - 1] ?? "", words) + (calls.has(line) ? 2 : 0);
    if (score > 0) scored.push({ line, score });
  }
  if (scored.length === 0) return undefined;
  scored.sort((a, b) => b.score - a.score || a.line - b.line);
  const shown = new Set<number>();
  for (const { line } of scored) {
    for (let at = line - around; at <= line + around && shown.size < maxLines; at++) {
      if (at > node.line && at <= end && (lines[at - 1] ?? "").trim() !== "") shown.add(at);
    }
  }
  const sorted = [...shown].sort((a, b) => a - b);
  const indent = Math.min(...sorted.map((line) => indentOf(lines[line - 1] ?? "")));
  const text = sorted.map((line) => `${line}\t${cut((lines[line - 1] ?? "").slice(indent))}`);
  return { path: node.path, lines: text.join("\n") };
}

function scoreOf(text: string, words: ReadonlySet<string>): number {
  if (/^\s*(\/\/|#|\*|\/\*)/.test(text)) return 0;
  const found = new Set<string>();
  for (const { text: word } of wordsOf(text)) {
    for (const part of partsOf(word)) {
      const root = stem(part);
      if (words.has(root)) found.add(root);
    }
  }
  return found.size;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function cut(text: string): string {
  return text.length > maxWidth ? `${text.slice(0, maxWidth)}…` : text.trimEnd();
}
