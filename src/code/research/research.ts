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
import { nearestNames } from "./nearest-names.ts";
import { callees, callers, dependencies, dependents, isTypeNode, supertypes, users } from "./neighbours.ts";
import { whatWasLookedAt } from "./none-found.ts";
import { pathsBetween } from "./paths.ts";
import { answerProse } from "./prose/prose.ts";
import { nodeAt } from "./prose/seeds.ts";
import { type Asked, type Question, readQuestion } from "./question.ts";
import type { Sources } from "./sources.ts";
import { findSymbols, readSymbol } from "./symbols.ts";
import { escaped, textCalls } from "./text-calls.ts";
import { type Neighbours, type OnHop, type Walk, walk } from "./traverse.ts";
import { declared, isStrong, type Sentence, understand } from "./understand.ts";

export type Focus = "architecture" | "dependencies" | "patterns" | "flow";

export interface ResearchRequest {
  readonly query: string;
  readonly depth: number;
  readonly focus?: Focus;
  /** Text search, for questions that name no symbol. */
  readonly search: (query: string) => Promise<readonly Hit[]>;
  readonly sources: Sources;
  /** How many times the usual length the answer may have. */
  readonly scale: number;
  readonly onHop: OnHop;
}

export interface Researched extends Answer {
  readonly question: { readonly kind: string; readonly symbols: readonly string[] };
}

/** Answers a question about the code from its graph; the same graph and request give the same answer. */
export async function research(graph: Graph, request: ResearchRequest): Promise<Researched> {
  const { kind, starts, found } = await answered(graph, request);
  const quoted = {
    ...found,
    findings: found.findings.map((each) => quotedFinding(graph, each, request.sources)),
  };
  return {
    ...settleAnswer(quoted),
    question: { kind, symbols: starts.slice(0, 20).map(({ name }) => name) },
  };
}

interface Answered {
  readonly kind: string;
  readonly starts: readonly GraphNode[];
  readonly found: Research;
}

/** A whole phrase first ("callers of X"), then names and verbs anywhere in the sentence, then its words. */
async function answered(graph: Graph, request: ResearchRequest): Promise<Answered> {
  const { focus, query } = request;
  const question = readQuestion(query);
  const starts = startsOf(graph, question);
  const isNamed = question.kind !== "free" && starts.length > 0;
  if (focus)
    return { kind: focus, starts, found: await focused(graph, request, focus, isNamed ? starts : []) };
  if (isNamed) return { kind: question.kind, starts, found: await asked(graph, question, starts, request) };
  const sentence = understand(graph, query);
  const missing = await unknownName(graph, question, sentence, request);
  if (missing) return { kind: "unknown", starts: [], found: missing };
  return inSentence(graph, sentence, request);
}

/** Names that nothing has end the search, unless the text has them: a setting, an option, something external. */
async function unknownName(
  graph: Graph,
  question: Question,
  { want, names, unknown }: Sentence,
  { search, sources }: ResearchRequest,
): Promise<Research | undefined> {
  const isPhrase = question.kind !== "free" && question.kind !== "symbol";
  const [named] = names.length > 0 ? [] : unknown;
  const missing = isPhrase && names.length === 0 ? question.subject : named;
  if (missing === undefined) return undefined;
  const { name } = readSymbol(missing);
  const isCode = isStrong(missing) || named !== undefined;
  const lines = linesWith(name, sources);
  if (lines.length > 0 && (!isPhrase || !isCode) && want !== "callers") return undefined;
  const near = nearestNames(graph, missing, isCode ? await search(name) : []);
  if (!isCode && near.length === 0) return undefined;
  return { findings: [], chains: [], nodes: [], edges: [], overview: noSymbol(graph, missing, near, lines) };
}

async function inSentence(graph: Graph, sentence: Sentence, request: ResearchRequest): Promise<Answered> {
  const { want, names } = sentence;
  const [head, second] = names;
  const first =
    want === "implementations"
      ? (names.find(({ nodes }) => nodes.some((node) => hasBelow(graph, node))) ?? head)
      : head;
  const anchors = names.flatMap(({ nodes }) => nodes.slice(0, 3));
  const starts = first?.nodes ?? [];
  const asks = (kind: Asked) =>
    asked(graph, { kind, subject: first?.text ?? "" }, startsFor(kind, starts), request);
  if (first && second && want === "path") {
    const question = { kind: "path", subject: first.text, goal: second.text } as const;
    return { kind: "path", starts, found: await asked(graph, question, starts, request) };
  }
  if (first && want === "implementations" && starts.some((node) => hasBelow(graph, node)))
    return { kind: want, starts, found: await asks("implementations") };
  if (first && (want === "callers" || want === "uses"))
    return { kind: want, starts, found: await asks(want) };
  if (first && (want === "impact" || want === "implementations"))
    return { kind: "dependents", starts, found: await asks("dependents") };
  const hits = await request.search(request.query);
  await request.onHop(1, hits.length);
  const { query, scale, sources } = request;
  const found = answerProse(graph, { query, want, hits, anchors, scale }, sources);
  return { kind: "free", starts: anchors, found };
}

function startsFor(kind: Asked, starts: readonly GraphNode[]): readonly GraphNode[] {
  const types = starts.filter(isTypeNode);
  return kind === "implementations" && types.length > 0 ? types : starts;
}

/** Of several of one name, those that override none of the others. */
function topmost(graph: Graph, ids: readonly number[]): number[] {
  const all = new Set(ids);
  return ids.filter(
    (id) => !graph.from(id).some(({ kind, to }) => kind === "overrides" && all.has(to) && to !== id),
  );
}

function hasBelow(graph: Graph, { id }: GraphNode): boolean {
  return graph.to(id).some(({ kind }) => kind === "conforms" || kind === "inherits" || kind === "overrides");
}

/** The finding with its line, and the lines of the declaration that it belongs to. */
function quotedFinding(graph: Graph, finding: Finding, sources: Sources): Finding {
  const { node: id, source, declared, range, text } = finding;
  if (id < 0 || source.path === "" || text !== undefined) return finding;
  const node = graph.node(id);
  const lines =
    range ?? (node.path === "" || node.kind === "file" ? undefined : `${node.line}-${sources.endOf(node)}`);
  const isOwn =
    finding.relation !== "called_by" && declared?.path === source.path && declared.line === source.line;
  return {
    ...finding,
    range: lines,
    ...(isOwn ? {} : { text: sources.line(source.path, source.line) }),
  };
}

function startsOf(graph: Graph, question: Question): GraphNode[] {
  if (question.kind === "free") return [];
  const exact = findSymbols(graph, question.subject);
  const found = exact.length > 0 ? exact : declared(graph, question.subject);
  const types = found.filter(isTypeNode);
  const wantsType =
    question.kind === "implementations" || question.kind === "subclasses" || question.kind === "supertypes";
  return wantsType && types.length > 0 ? types : found;
}

async function asked(
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
  const findings = [...direct, ...calls, ...above, ...found.findings.filter(({ hop }) => hop > 1)];
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

function hitFinding(graph: Graph, node: GraphNode): Finding {
  return findingOf(graph, node.id, { ...sourceOf(node), confidence: "exact" }, "references", 0, "direct hit");
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

/** The declarations by name and place. */
function namesOf(starts: readonly GraphNode[], sources: Sources): string {
  const names = starts.slice(0, 4).map((node) => {
    const end = node.path === "" ? 0 : sources.endOf(node);
    return node.path === ""
      ? node.name
      : `${node.name} (${node.path}:${node.line}${end > node.line ? `-${end}` : ""})`;
  });
  return `${names.join(", ")}${starts.length > 4 ? ` and ${starts.length - 4} more` : ""}`;
}

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
function noSymbol(
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
