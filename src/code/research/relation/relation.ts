import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { kindName } from "../../kind-name.ts";
import type { Finding, Research } from "../answer.ts";
import type { Asked, Question } from "../question/question.ts";
import { findSymbols } from "../question/symbols.ts";
import { noSymbol } from "../question/unknown-name.ts";
import { namesOf } from "../quote.ts";
import type { ResearchRequest } from "../request.ts";
import type { Sources } from "../sources.ts";
import { implementations } from "./implementations.ts";
import { callees, callers, dependencies, dependents, isTypeNode, supertypes, users } from "./neighbours.ts";
import { whatWasLookedAt } from "./none-found.ts";
import { pathsBetween } from "./paths.ts";
import { textCalls } from "./text-calls.ts";
import { type Neighbours, type OnHop, type Walk, walk } from "./traverse.ts";

/** Answers a question about one relation of what was named: callers, implementations, paths and so on. */
export async function answerRelation(
  graph: Graph,
  question: Exclude<Question, { kind: "free" }>,
  starts: readonly GraphNode[],
  { depth, onHop, sources }: ResearchRequest,
): Promise<Research> {
  const ids = starts.map(({ id }) => id);
  const subject = namesOf(starts, sources);
  const lookedAt = (nodes = starts) => whatWasLookedAt(graph, nodes, sources);
  if (question.kind === "path") return path(graph, question, starts, lookedAt);
  if (question.kind === "implementations" || question.kind === "subclasses") {
    await onHop(1, 0);
    const tops = topmost(graph, ids);
    const found = implementations(graph, tops, question.kind === "subclasses");
    const above = namesOf(
      tops.map((id) => graph.node(id)),
      sources,
    );
    const noun = question.kind === "subclasses" ? "subtype" : "implementation";
    const overview =
      found.findings.length === 0
        ? `No ${noun} of ${above} was found. ${lookedAt()}`
        : `${count(found.findings.length, noun)} of ${above}.`;
    return { ...found, overview, maxFindings: 2_000 };
  }
  if (question.kind === "symbol") return around(graph, starts, depth, onHop);
  const found = await walk(graph, ids, neighboursFor(graph, question.kind), depth, onHop);
  if (!inward.has(question.kind)) {
    const none = found.findings.length === 0 ? ` ${lookedAt()}` : "";
    return {
      ...found,
      overview: `${titles[question.kind]} ${subject}: ${summary(found.findings, depth)}.${aside(found)}${none}`,
    };
  }
  return completed(graph, question.kind, starts, found, depth, sources);
}

/** Questions whose answer a text search could give as well: what only the text shows is listed too. */
const inward = new Set<string>(["callers", "uses", "dependents"]);

function completed(
  graph: Graph,
  kind: Asked,
  starts: readonly GraphNode[],
  found: Walk,
  depth: number,
  sources: Sources,
): Research {
  const below =
    kind === "dependents"
      ? implementations(
          graph,
          starts.map(({ id }) => id),
        )
      : undefined;
  const { calls, others } = textCalls(graph, starts, found.findings, sources);
  const above = below?.findings ?? [];
  const direct = found.findings.filter(({ hop }) => hop === 1);
  const isTestPlace = ({ source: { path } }: Finding) => sources.isTest(path);
  const near = [...direct, ...calls].sort((a, b) => Number(isTestPlace(a)) - Number(isTestPlace(b)));
  const findings = [...near, ...above, ...found.findings.filter(({ hop }) => hop > 1)];
  const unique = once(findings);
  const parts = [
    `${titles[kind]} ${namesOf(starts, sources)}: ${summary(unique, depth)}.`,
    ...(above.length > 0
      ? [`${count(above.length, "implementation or override", "implementations or overrides")} below it.`]
      : []),
    ...(calls.length > 0
      ? [`${calls.length} by text only: no edge explains them, and nothing else has the name.`]
      : []),
    ...(unique.length === 0 ? [whatWasLookedAt(graph, starts, sources, others)] : []),
  ];
  const more = { ...found, ...(below ? joined([found, below]) : {}) };
  return { ...more, findings: unique, overview: `${parts.join(" ")}${aside(found)}` };
}

function once(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ node, relation, source }) => {
    const id = node < 0 ? `${source.path}:${source.line}` : `${node} ${relation}`;
    return seen.has(id) ? false : seen.add(id);
  });
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
  const called = await walk(graph, ids, callees(graph), depth, onHop);
  // Calls of the standard library say little about a symbol: they are counted.
  const inside = called.findings.filter(({ confidence }) => confidence !== "external");
  const outside = called.findings.length - inside.length;
  const outward = { ...called, findings: inside };
  const walks = [above, ...(below ? [below] : []), inward, outward];
  const overview = [
    ...starts
      .slice(0, 10)
      .map(
        ({ kind, name, path, line, symbol }) =>
          `${kindName(kind, path)} ${name} — ${path === "" ? "not in the repository" : `${path}:${line}`}${symbol ? ` — ${symbol.signature}` : ""}`,
      ),
    `${count(inward.findings.length, "user")}, ${count(outward.findings.length, "callee")}${below ? `, ${count(below.findings.length, "subtype")}` : ""} within ${count(depth, "hop")}.${outside > 0 ? ` ${count(outside, "external name")} not listed.` : ""}`,
  ].join("\n");
  return { ...joined(walks), overview };
}

async function path(
  graph: Graph,
  question: Extract<Question, { kind: "path" }>,
  starts: readonly GraphNode[],
  lookedAt: (goals: readonly GraphNode[]) => string,
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
        : `No chain of calls was found from ${question.subject} to ${question.goal}. ${lookedAt(goals)}`;
  return { ...found, overview };
}

/** Of several of one name, those that override none of the others. */
function topmost(graph: Graph, ids: readonly number[]): number[] {
  const all = new Set(ids);
  return ids.filter(
    (id) => !graph.from(id).some(({ kind, to }) => kind === "overrides" && all.has(to) && to !== id),
  );
}

function joined(walks: readonly Walk[]): Omit<Research, "overview"> {
  const findings = walks.flatMap((each) => each.findings).sort((a, b) => a.hop - b.hop);
  return {
    findings: once(findings),
    chains: walks.flatMap((each) => each.chains),
    nodes: [...new Map(walks.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const))).values()],
    edges: [...new Set(walks.flatMap((each) => each.edges))],
  };
}

function summary(findings: readonly Finding[], depth: number): string {
  const direct = findings.filter(({ hop }) => hop === 1).length;
  const rest = findings.length - direct;
  if (direct === 0) return "none found";
  return rest === 0 ? `${direct} direct` : `${direct} direct, ${rest} more within ${depth} hops`;
}

function aside({ findings }: Walk): string {
  const guesses = findings.filter(({ confidence }) => confidence === "possible").length;
  return guesses === 0 ? "" : ` ${guesses} of them only possible (by name, or dispatched at run time).`;
}
