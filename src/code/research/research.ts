import { nearest } from "../../kernel/nearest.ts";
import { count } from "../../kernel/text.ts";
import type { Graph, GraphNode } from "../graph/model/graph.ts";
import { kindName } from "../kind-name.ts";
import type { Hit } from "../search.ts";
import { type Answer, type Finding, findingOf, type Research, settleAnswer, sourceOf } from "./answer.ts";
import { architecture } from "./focus/architecture.ts";
import { dependencyFocus, mostConnected } from "./focus/dependencies.ts";
import { entryPointsOf, flowFocus } from "./focus/flow.ts";
import { patternFocus } from "./focus/patterns.ts";
import { implementations } from "./implementations.ts";
import { callees, callers, dependencies, dependents, isTypeNode, supertypes, users } from "./neighbours.ts";
import { whatWasLookedAt } from "./none-found.ts";
import { pathsBetween } from "./paths.ts";
import { type Asked, type Question, readQuestion } from "./question.ts";
import { findSymbols, readSymbol } from "./symbols.ts";
import { type Neighbours, type OnHop, type Walk, walk } from "./traverse.ts";

export type Focus = "architecture" | "dependencies" | "patterns" | "flow";

export interface ResearchRequest {
  readonly query: string;
  readonly depth: number;
  readonly focus?: Focus;
  /** Text search, for questions that name no symbol. */
  readonly search: (query: string) => Promise<readonly Hit[]>;
  readonly onHop: OnHop;
}

export interface Researched extends Answer {
  readonly question: { readonly kind: string; readonly symbols: readonly string[] };
}

/** Answers a question about the code from its graph; the same graph and request give the same answer. */
export async function research(graph: Graph, request: ResearchRequest): Promise<Researched> {
  const question = readQuestion(request.query);
  const starts = startsOf(graph, question);
  const isNamed = question.kind !== "free" && starts.length > 0;
  const found = request.focus
    ? await focused(graph, request, request.focus, isNamed ? starts : [])
    : isNamed
      ? await asked(graph, question, starts, request)
      : await free(graph, question, request);
  const kind = request.focus ?? (isNamed ? question.kind : "free");
  return { ...settleAnswer(found), question: { kind, symbols: starts.slice(0, 20).map(({ name }) => name) } };
}

function startsOf(graph: Graph, question: Question): GraphNode[] {
  if (question.kind === "free") return [];
  const found = findSymbols(graph, question.subject);
  const types = found.filter(isTypeNode);
  const wantsType =
    question.kind === "implementations" || question.kind === "subclasses" || question.kind === "supertypes";
  return wantsType && types.length > 0 ? types : found;
}

async function asked(
  graph: Graph,
  question: Exclude<Question, { kind: "free" }>,
  starts: readonly GraphNode[],
  { depth, onHop, search }: ResearchRequest,
): Promise<Research> {
  const ids = starts.map(({ id }) => id);
  const subject = namesOf(starts);
  const lookedAt = (nodes = starts) => whatWasLookedAt(graph, nodes, search);
  if (question.kind === "path") return path(graph, question, starts, lookedAt);
  if (question.kind === "implementations" || question.kind === "subclasses") {
    await onHop(1, 0);
    const found = implementations(graph, ids, question.kind === "subclasses");
    const noun = question.kind === "subclasses" ? "subtype" : "implementation";
    const overview =
      found.findings.length === 0
        ? `No ${noun} of ${subject} was found. ${await lookedAt()}`
        : `${count(found.findings.length, noun)} of ${subject}.`;
    return { ...found, overview, mostFindings: 2_000 };
  }
  if (question.kind === "symbol") return around(graph, starts, depth, onHop);
  const found = await walk(graph, ids, neighboursFor(graph, question.kind), depth, onHop);
  const none = found.findings.length === 0 ? ` ${await lookedAt()}` : "";
  const overview = `${titles[question.kind]} ${subject}: ${told(found, depth)}.${aside(found)}${none}`;
  return { ...found, overview };
}

function neighboursFor(graph: Graph, kind: Asked): Neighbours {
  switch (kind) {
    case "callees":
      return callees(graph);
    case "uses":
      return users(graph);
    case "dependencies":
      return dependencies(graph);
    case "dependents":
      return dependents(graph);
    case "supertypes":
      return supertypes(graph);
    default:
      return callers(graph);
  }
}

const titles: Readonly<Record<string, string>> = {
  callers: "Callers of",
  callees: "Called by",
  uses: "Users of",
  dependencies: "Dependencies of",
  dependents: "Dependents of",
  supertypes: "Above",
};

/** Everything next to a symbol, both ways. */
async function around(
  graph: Graph,
  starts: readonly GraphNode[],
  depth: number,
  onHop: OnHop,
): Promise<Research> {
  const ids = starts.map(({ id }) => id);
  const above = await walk(graph, ids, supertypes(graph), 1, onHop);
  const below = starts.some(isTypeNode) ? implementations(graph, ids) : undefined;
  const inward = await walk(graph, ids, users(graph), depth, onHop);
  const outward = await walk(graph, ids, callees(graph), depth, onHop);
  const walks = [above, ...(below ? [below] : []), inward, outward];
  const overview = [
    ...starts
      .slice(0, 10)
      .map(
        ({ kind, name, path, line, symbol }) =>
          `${kindName(kind, path)} ${name} — ${path === "" ? "not in the repository" : `${path}:${line}`}${symbol ? ` — ${symbol.signature}` : ""}`,
      ),
    `${count(inward.findings.length, "user")}, ${count(outward.findings.length, "callee")}${below ? `, ${count(below.findings.length, "subtype")}` : ""} within ${count(depth, "hop")}.`,
  ].join("\n");
  return { ...joined(walks), overview };
}

async function path(
  graph: Graph,
  question: Extract<Question, { kind: "path" }>,
  starts: readonly GraphNode[],
  lookedAt: (goals: readonly GraphNode[]) => Promise<string>,
): Promise<Research> {
  const goals = findSymbols(graph, question.goal);
  const found = pathsBetween(
    graph,
    starts.map(({ id }) => id),
    goals.map(({ id }) => id),
  );
  const [shortest] = found.chains;
  const overview =
    goals.length === 0
      ? noSymbol(graph, question.goal)
      : shortest
        ? `${question.subject} reaches ${question.goal} in ${count(shortest.length - 1, "call")}; ${count(found.chains.length, "shortest path")}.`
        : `No chain of calls was found from ${question.subject} to ${question.goal}. ${await lookedAt(goals)}`;
  return { ...found, overview };
}

async function focused(
  graph: Graph,
  request: ResearchRequest,
  focus: Focus,
  named: readonly GraphNode[],
): Promise<Research> {
  const { depth, onHop, query } = request;
  if (focus === "patterns") {
    await onHop(1, 0);
    return patternFocus(graph, query);
  }
  if (focus === "architecture") {
    await onHop(1, 0);
    return withHits(graph, architecture(graph), named);
  }
  const starts = named.length > 0 ? named : await hitNodes(graph, request, 3);
  const ids = starts.map(({ id }) => id);
  if (focus === "dependencies")
    return dependencyFocus(graph, ids.length > 0 ? ids : mostConnected(graph, 5), depth, onHop);
  await onHop(1, 0);
  const callable = ids.filter((id) => callees(graph)(graph.node(id)).length > 0);
  return flowFocus(graph, callable.length > 0 ? callable.slice(0, 3) : entryPointsOf(graph, 3), depth);
}

/** What was asked for by name comes before what the analysis adds. */
function withHits(graph: Graph, found: Research, named: readonly GraphNode[]): Research {
  return {
    ...found,
    findings: [...named.slice(0, 20).map((node) => hitFinding(graph, node)), ...found.findings],
  };
}

/** Starts from what a search finds, then follows edges from there; hits always come before hops. */
async function free(graph: Graph, question: Question, request: ResearchRequest): Promise<Research> {
  const starts = await hitNodes(graph, request, 8);
  const ids = starts.map(({ id }) => id);
  const outward = await walk(graph, ids, callees(graph), request.depth, request.onHop);
  const inward = await walk(graph, ids, callers(graph), request.depth, request.onHop);
  const hits = starts.map((node) => hitFinding(graph, node));
  const found = joined([outward, inward]);
  const missing =
    question.kind === "free" ? "" : `${noSymbol(graph, question.subject)} The text was searched instead: `;
  const overview =
    hits.length === 0
      ? `${missing}Nothing was found. Name a symbol ("callers of X"), or ask in other words.`
      : `${missing}${count(hits.length, "direct hit")}; ${count(found.findings.length, "declaration")} around them within ${count(request.depth, "hop")}.`;
  return { ...found, findings: [...hits, ...found.findings], overview };
}

async function hitNodes(
  graph: Graph,
  { search, query }: ResearchRequest,
  limit: number,
): Promise<GraphNode[]> {
  const found = new Map<number, GraphNode>();
  for (const hit of await search(query)) {
    const node = nodeAt(graph, hit);
    if (node && node.kind !== "file") found.set(node.id, node);
    if (found.size >= limit) break;
  }
  return [...found.values()];
}

/** The declaration that a piece of text belongs to: its own name first, else the first one inside. */
function nodeAt(graph: Graph, { path, symbols, startLine, endLine }: Hit): GraphNode | undefined {
  for (const symbol of symbols.slice(0, 3)) {
    const { name } = readSymbol(symbol);
    for (const id of graph.named(name)) {
      const node = graph.node(id);
      if (node.path === path && node.line >= startLine && node.line <= endLine) return node;
    }
  }
  return undefined;
}

function hitFinding(graph: Graph, node: GraphNode): Finding {
  return findingOf(graph, node.id, { ...sourceOf(node), confidence: "exact" }, "references", 0, "direct hit");
}

function joined(walks: readonly Walk[]): Omit<Research, "overview"> {
  const findings = walks.flatMap((each) => each.findings).sort((a, b) => a.hop - b.hop);
  const seen = new Set<string>();
  const once = findings.filter(({ node, relation }) => {
    const id = `${node} ${relation}`;
    return seen.has(id) ? false : seen.add(id);
  });
  return {
    findings: once,
    chains: walks.flatMap((each) => each.chains),
    nodes: [...new Map(walks.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const))).values()],
    edges: [...new Set(walks.flatMap((each) => each.edges))],
  };
}

function told({ findings }: Walk, depth: number): string {
  const direct = findings.filter(({ hop }) => hop === 1).length;
  const rest = findings.length - direct;
  if (direct === 0) return "none found";
  return rest === 0 ? `${direct} direct` : `${direct} direct, ${rest} more within ${depth} hops`;
}

function aside({ findings }: Walk): string {
  const guesses = findings.filter(({ confidence }) => confidence === "possible").length;
  return guesses === 0 ? "" : ` ${guesses} of them only possible (by name, or dispatched at run time).`;
}

function namesOf(starts: readonly GraphNode[]): string {
  const names = [...new Set(starts.map(({ name }) => name))];
  return `${names.slice(0, 4).join(", ")}${names.length > 4 ? ` and ${names.length - 4} more` : ""}`;
}

/** Says so, and what else may have been meant: other labels, or a name that is near. */
function noSymbol(graph: Graph, text: string): string {
  const { name, container } = readSymbol(text);
  const alike = graph.named(name).map((id) => graph.node(id).name);
  if (alike.length === 0) return `There is no symbol ${text}.${suggestions(graph, name)}`;
  const shown = [...new Set(alike)].slice(0, 5);
  const else_ = container.length > 0 ? "elsewhere" : "with other labels";
  return `There is no symbol ${text}, but ${else_}: ${shown.join(", ")}${alike.length > 5 ? ", …" : ""}.`;
}

function suggestions(graph: Graph, name: string): string {
  const found = nearest(name, graph.allNames());
  const names = found.flatMap((name) =>
    graph
      .named(name)
      .slice(0, 1)
      .map((id) => graph.node(id).name),
  );
  return names.length === 0 ? "" : ` Near: ${names.join(", ")}.`;
}
