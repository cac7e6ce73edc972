import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { type Finding, findingOf, type Research, sourceOf } from "../answer.ts";
import type { ResearchRequest } from "../request.ts";
import { isTest } from "../roles.ts";
import { excerptOf } from "./excerpts.ts";
import { nodesByFile } from "./files.ts";
import { nodeAt, tellingWords } from "./seeds.ts";
import { titledTests } from "./test-titles.ts";

/** What a question about tests begins with; the rest says what is tested. */
const opening =
  /^\s*(?:(?:which|what|where|find|show|is there)\b[^.?!]{0,30}?)?\btests?\b\s*(?:functions?|cases?|methods?)?\s*(?:that\s+)?(?:(?:checks?|covers?|verif(?:y|ies)|tests?|asserts?|makes? sure|ensures?|proves?|for|of)\b)?\s*(?:that\b)?/i;

/**
 * Which test it is: the tests that a search over tests finds, in its order, after those that call what was named. What
 * a test calls is its own business: helpers of tests are not steps.
 */
export async function answerTests(
  graph: Graph,
  { query, search, sources, scale, onHop }: ResearchRequest,
  anchors: readonly GraphNode[],
): Promise<Research> {
  const subject = query.replace(opening, "").trim();
  const wanted = subject === "" ? query : subject;
  const hits = [...(await search(wanted, "tests")), ...(await search(wanted))];
  await onHop(1, hits.length);
  const found = hits.flatMap((hit) => nodeAt(graph, hit, sources) ?? []);
  const calling = anchors.flatMap(({ id }) => graph.to(id).map(({ from }) => graph.node(from)));
  const reaching = found
    .filter((node) => !isTest(graph, node))
    .slice(0, 5)
    .flatMap(({ id }) => graph.to(id).map(({ from }) => graph.node(from)));
  const words = tellingWords(wanted);
  const all = [...calling, ...found, ...reaching].filter(
    (node) => node.kind !== "file" && isTest(graph, node),
  );
  const tests = [...new Map(all.map((node) => [node.id, node])).values()];
  const titled = titledTests(hits, words, sources).slice(0, Math.round(6 * scale));
  // Where tests have titles, a declaration in a file of tests is a helper more often than a test.
  const shown = tests.slice(0, Math.round((titled.length > 0 ? 2 : 6) * scale));
  const ids = new Set(shown.map(({ id }) => id));
  const named = shown.map((node) => ({
    ...findingOf(graph, node.id, { ...sourceOf(node), confidence: "exact" }, "references", 0),
    range: `${node.line}-${sources.endOf(node)}`,
  }));
  const findings = [...titled, ...named];
  return {
    findings,
    chains: [],
    nodes: shown,
    edges: [],
    overview: overviewOf(findings, tests.length - shown.length),
    more: {
      excerpts: shown
        .slice(0, Math.round(3 * scale))
        .flatMap((node) => excerptOf(graph, node, ids, words, sources) ?? []),
      related: nodesByFile(graph, tests.slice(shown.length, Math.round(30 * scale)), sources),
    },
  };
}

function overviewOf(findings: readonly Finding[], others: number): string {
  const [first] = findings;
  if (!first) return "No test was found. Ask in the words of the test's name, or name what it calls.";
  const { symbol, source, range } = first;
  const more = others > 0 ? `; ${others} more are near` : "";
  return `Best match: ${symbol} in ${source.path}:${range ?? source.line}. ${count(findings.length, "test")}, nearest first${more}.`;
}
