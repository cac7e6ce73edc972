import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Finding } from "../answer.ts";
import type { Sources } from "../sources.ts";

/** Lines that only the text shows: what calls a name there, and how many other lines mention it. */
export interface TextCalls {
  readonly calls: readonly Finding[];
  readonly others: readonly string[];
}

const maxCalls = 200;

/**
 * Lines in which the name of a symbol is followed by a parenthesis and that no edge explains. As complete as a text
 * search, so that "none" is said of the text and not of the resolver. Only for a name that nothing else has: lines of
 * a name that several declarations share say nothing about one of them.
 */
export function textCalls(
  graph: Graph,
  starts: readonly GraphNode[],
  findings: readonly Pick<Finding, "source" | "also_at">[],
  sources: Sources,
): TextCalls {
  const [name] = new Set(starts.flatMap(({ symbol }) => (symbol ? [symbol.name] : [])));
  if (name === undefined || name.length < 3 || !/^[\p{L}_$]/u.test(name)) return { calls: [], others: [] };
  const declared = graph.named(name).map((id) => graph.node(id));
  const known = new Set(
    [
      ...declared.map(({ path, line }) => ({ path, lines: [line] })),
      ...findings.map(({ source: { path, line }, also_at = [] }) => ({ path, lines: [line, ...also_at] })),
      ...declared.flatMap(({ id }) => graph.to(id).map(({ path, line }) => ({ path, lines: [line] }))),
    ].flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`)),
  );
  // `scan(…)` of another package does not call a method `scan`: a method needs a receiver.
  const foreign = areMembers(declared) ? externalLines(graph, name) : new Set<string>();
  const isUnique = declared.every(({ id }) => starts.some((start) => start.id === id));
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, "u");
  const call = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}\\s*(?:<[^<>()]*>)?!?\\(`, "u");
  const calls: (Finding & { readonly isTest: boolean })[] = [];
  const others: string[] = [];
  for (const { path, isCode, isTest } of sources.containing(name)) {
    for (const [at, text] of sources.lines(path).entries()) {
      const line = at + 1;
      if (!word.test(text) || known.has(`${path}:${line}`)) continue;
      const isForeign = foreign.has(`${path}:${line}`) && !hasReceiver(text, name);
      if (isUnique && isCode && !isForeign && call.test(text) && !isComment(text) && calls.length < maxCalls)
        calls.push({ ...textFinding(sources, path, line), isTest });
      else others.push(`${path}:${line}`);
    }
  }
  calls.sort((a, b) => Number(a.isTest) - Number(b.isTest));
  return { calls: calls.map(({ isTest: _, ...finding }) => finding), others };
}

function areMembers(declared: readonly GraphNode[]): boolean {
  return declared.every(({ kind, parent }) => kind === "method" && parent !== undefined);
}

/** Lines on which the name was resolved to something outside the repository. */
function externalLines(graph: Graph, name: string): Set<string> {
  const external = graph.external(name);
  const edges = external === undefined ? [] : graph.to(external);
  return new Set(edges.map(({ path, line }) => `${path}:${line}`));
}

function hasReceiver(text: string, name: string): boolean {
  return new RegExp(`(?:\\.|->|::)\\s*${escaped(name)}(?![\\p{L}\\p{N}_$])`, "u").test(text);
}

function textFinding(sources: Sources, path: string, line: number): Finding {
  const around = sources.enclosing(path, line);
  return {
    symbol: around?.qualifiedName ?? path,
    kind: around?.kind ?? "file",
    source: { path, line },
    relation: "called_by",
    hop: 1,
    confidence: "possible",
    how: "by text only",
    ...(around ? { range: `${around.startLine}-${around.endLine}` } : {}),
    text: sources.line(path, line),
    node: -1,
  };
}

/** Comments and examples in them. */
function isComment(text: string): boolean {
  return /^\s*(\/\/|#(?!\[)|\*|\/\*|--|;|"""|>>>|\.\.\. )/.test(text);
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
