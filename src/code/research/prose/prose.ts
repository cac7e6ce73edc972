import { count } from "../../../kernel/text.ts";
import type { Edge, Graph, GraphNode } from "../../graph/model/graph.ts";
import type { Hit } from "../../search.ts";
import { type Finding, findingOf, type More, type Research, sourceOf } from "../answer.ts";
import { isEntryPoint } from "../focus/architecture.ts";
import { shortName } from "../names.ts";
import type { Want } from "../question/understand.ts";
import { isTypeNode } from "../relation/neighbours.ts";
import { isTest } from "../roles.ts";
import type { Sources } from "../sources.ts";
import { oncePerRequirement } from "./dispatch.ts";
import { leadingTo } from "./entry.ts";
import { excerptOf } from "./excerpts.ts";
import { nodesByFile } from "./files.ts";
import { rankByWalk } from "./random-walk.ts";
import { nodeAt, seedsOf, tellingWords } from "./seeds.ts";
import { type FlowStep, flowOf } from "./steps.ts";

export interface ProseRequest {
  readonly query: string;
  readonly want: Want;
  readonly hits: readonly Hit[];
  readonly anchors: readonly GraphNode[];
  /** How many times the usual length the answer may have. */
  readonly scale: number;
}

/** Answers a question in prose: the declarations that a walk from the search's hits finds, in the order they run. */
export function answerProse(graph: Graph, request: ProseRequest, sources: Sources): Research {
  const { query, want, hits, anchors, scale } = request;
  const words = tellingWords(query);
  const weigh = weightFor(want);
  const seeds = seedsOf(graph, hits, anchors, words, sources);
  const ranks = rankByWalk(graph, seeds, weigh);
  const ranked = rankedNodes(graph, ranks, weigh, seeds);
  // A test is evidence, not a step, unless tests are what was asked for.
  const useful = ranked.filter((node) => seeds.has(node.id) || !isHub(graph, node));
  const candidates = want === "tests" ? useful : useful.filter((node) => !isTest(graph, node));
  const { nodes: best, notes } = oncePerRequirement(graph, stepNodes(graph, candidates));
  const above = want === "flow" ? leadingTo(graph, best.slice(0, maxLed), ranks, maxAbove) : [];
  const steps = flowOf(graph, best, Math.round((10 - Math.min(above.length, 3)) * scale), above);
  const shown = new Set(steps.map(({ node }) => node.id));
  const rest = ranked.filter((node) => !shown.has(node.id) && (isStep(node) || seeds.has(node.id)));
  const findings = steps.map((step) => stepFinding(graph, step, sources, notes.get(step.node.id)));
  const more: More = {
    excerpts: excerpts(graph, ranked, shown, words, sources, Math.round(4 * scale)),
    related: nodesByFile(
      graph,
      rest.filter((node) => want === "tests" || !isTest(graph, node)).slice(0, Math.round(36 * scale)),
      sources,
    ),
    tests: testsOf(graph, steps, hits, sources, Math.round(6 * scale)),
    documents: documents(graph, hits, sources, want === "settings" ? 8 : 4),
  };
  return {
    findings,
    chains: [],
    nodes: steps.map(({ node }) => node),
    edges: steps.flatMap(({ call }) => (call ? [call] : [])),
    overview: `${described(want, more)}${overviewOf(graph, steps, candidates, rest.length, sources)}`,
    more,
  };
}

/** Whether everything uses it, as a decorator: such a declaration is a step only if the search found it. */
function isHub(graph: Graph, { id }: GraphNode): boolean {
  return graph.countTo(id) > maxUses;
}

const maxUses = 100;

/** A flow is led back to where it begins from its `maxLed` best steps, through up to `maxAbove` others. */
const maxLed = 4;
const maxAbove = 6;

/** How much a declaration counts by where it is: tests, examples and generated code only where they are asked for. */
function weightFor(want: Want): (node: GraphNode) => number {
  return ({ role, kind, path }) => {
    if (kind === "external" || kind === "file") return 0;
    if (role === "test" || /(^|\/)(testing|mocks?|stubs?|fakes?)[./_-]/i.test(path))
      return want === "tests" ? 1.5 : 0.15;
    if (role === "example") return 0.3;
    return role === "generated" || role === "vendored" ? 0.05 : 1;
  };
}

function rankedNodes(
  graph: Graph,
  ranks: ReadonlyMap<number, number>,
  weigh: (node: GraphNode) => number,
  seeds: ReadonlyMap<number, number>,
): GraphNode[] {
  return [...ranks]
    .map(([id, rank]) => ({ node: graph.node(id), rank }))
    .filter(({ node }) => node.kind !== "external" && node.kind !== "file" && node.path !== "")
    .map(({ node, rank }) => ({
      node,
      rank: rank * (seeds.has(node.id) ? Math.max(weigh(node), 0.3) : weigh(node)),
    }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.node.id - b.node.id)
    .map(({ node }) => node);
}

const maxCandidates = 60;

/** The best that can be steps; a type only where none of its members is better known. */
function stepNodes(graph: Graph, ranked: readonly GraphNode[]): GraphNode[] {
  const best = ranked.filter(isStep).slice(0, maxCandidates);
  const outer = new Set(best.map(({ parent }) => parent));
  return best.filter((node) => !(isTypeNode(node) && (outer.has(node.id) || isExtended(graph, node, outer))));
}

function isExtended(graph: Graph, { id }: GraphNode, outer: ReadonlySet<number | undefined>): boolean {
  return graph.to(id).some(({ kind, from }) => kind === "extends" && outer.has(from));
}

/** Steps are what runs, and types; properties and cases are only listed. */
function isStep(node: GraphNode): boolean {
  return isTypeNode(node) || /^(function|method|initializer|subscript|operator|macro|block)$/.test(node.kind);
}

function stepFinding(
  graph: Graph,
  { node, depth, from, call }: FlowStep,
  sources: Sources,
  note: string | undefined,
): Finding {
  const place = call ?? { ...sourceOf(node), confidence: "exact" as const };
  const how = note ?? howOf(node, call);
  const finding = findingOf(graph, node.id, place, call ? "calls" : "references", depth, how);
  const range = `${node.line}-${sources.endOf(node)}`;
  return { ...finding, range, ...(from ? { via: shortName(graph, from) } : {}) };
}

function howOf(node: GraphNode, call: Edge | undefined): string | undefined {
  if (call?.kind === "overrides") return "fulfils it";
  return isEntryPoint(node) ? "entry point" : undefined;
}

function excerpts(
  graph: Graph,
  ranked: readonly GraphNode[],
  shown: ReadonlySet<number>,
  words: ReadonlySet<string>,
  sources: Sources,
  most: number,
) {
  return ranked
    .filter((node) => shown.has(node.id) && !isTypeNode(node))
    .flatMap((node) => excerptOf(graph, node, shown, words, sources) ?? [])
    .slice(0, most);
}

/** Tests that call a step, and tests that the search found. */
function testsOf(
  graph: Graph,
  steps: readonly FlowStep[],
  hits: readonly Hit[],
  sources: Sources,
  most: number,
): string[] {
  const callers = steps.flatMap(({ node }) => graph.to(node.id)).map(({ from }) => graph.node(from));
  const found = hits.flatMap((hit) => nodeAt(graph, hit, sources) ?? []);
  const tests = [...found, ...callers].filter((node) => node.kind !== "file" && isTest(graph, node));
  const shown = new Set(steps.map(({ node }) => node.id));
  const lines = tests.flatMap(({ id, path, line }) =>
    shown.has(id) ? [] : [`${path}:${line} ${shortName(graph, graph.node(id))}`],
  );
  return [...new Set(lines)].slice(0, most);
}

/** Hits that are not code: documents and settings. */
function documents(graph: Graph, hits: readonly Hit[], sources: Sources, most: number): string[] {
  const found = hits.filter((hit) => !nodeAt(graph, hit, sources));
  return found
    .slice(0, most)
    .map(({ path, startLine, endLine, breadcrumb }) =>
      [`${path}:${startLine}-${endLine}`, breadcrumb ?? ""].join(" ").trim(),
    );
}

/** Settings are described before they are read: the documents come first. */
function described(want: Want, { documents: [first] = [] }: More): string {
  return want === "settings" && first !== undefined ? `Described in ${first}. ` : "";
}

function overviewOf(
  graph: Graph,
  steps: readonly FlowStep[],
  ranked: readonly GraphNode[],
  left: number,
  sources: Sources,
): string {
  const first = ranked.find((node) => steps.some((step) => step.node.id === node.id)) ?? ranked[0];
  if (!first || steps.length === 0)
    return 'Nothing was found. Name a symbol ("callers of X"), or ask in other words.';
  const chain = longestChain(steps);
  const files = new Set(steps.map(({ node }) => node.path)).size;
  const guesses = steps.filter(({ call }) => call?.confidence === "possible").length;
  const best = `Best match: ${shortName(graph, first)} in ${first.path}:${first.line}-${sources.endOf(first)}${callersOf(graph, first)}.`;
  const flow =
    chain.length > 2 ? ` Order of calls: ${chain.map((node) => shortName(graph, node)).join(" → ")}.` : "";
  const sure = guesses > 0 ? `, ${guesses} of them by name or dispatched at run time` : "";
  return `${best}${flow} ${count(steps.length, "declaration")} in ${count(files, "file")}${sure}; ${left} more are connected to them.`;
}

function callersOf(graph: Graph, node: GraphNode): string {
  const callers = graph
    .to(node.id)
    .filter(({ kind, from }) => kind === "calls" && graph.node(from).role === "source")
    .map(({ from, path, line }) => `${shortName(graph, graph.node(from))} (${path}:${line})`);
  const [one] = callers;
  if (one === undefined) return "";
  return callers.length === 1 ? `, called by ${one}` : `, called by ${one} and ${callers.length - 1} more`;
}

/** The deepest line of calls in the tree of steps. */
function longestChain(steps: readonly FlowStep[]): GraphNode[] {
  let best: GraphNode[] = [];
  const chain: GraphNode[] = [];
  for (const { node, depth } of steps) {
    chain.length = depth;
    chain.push(node);
    if (chain.length > best.length) best = [...chain];
  }
  return best;
}
