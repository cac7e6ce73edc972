import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { findingOf, type Research, sourceOf } from "../answer.ts";
import type { ResearchRequest } from "../request.ts";
import { isTest } from "../roles.ts";
import { excerptOf } from "./excerpts.ts";
import { nodesByFile } from "./files.ts";
import { nodeAt, tellingWords } from "./seeds.ts";

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
  const all = [...calling, ...found, ...reaching].filter(
    (node) => node.kind !== "file" && isTest(graph, node),
  );
  const tests = [...new Map(all.map((node) => [node.id, node])).values()];
  const shown = tests.slice(0, Math.round(6 * scale));
  const ids = new Set(shown.map(({ id }) => id));
  const words = tellingWords(wanted);
  return {
    findings: shown.map((node) => ({
      ...findingOf(graph, node.id, { ...sourceOf(node), confidence: "exact" }, "references", 0),
      range: `${node.line}-${sources.endOf(node)}`,
    })),
    chains: [],
    nodes: shown,
    edges: [],
    overview: overviewOf(tests, shown, sources),
    more: {
      excerpts: shown
        .slice(0, Math.round(3 * scale))
        .flatMap((node) => excerptOf(graph, node, ids, words, sources) ?? []),
      related: nodesByFile(tests.slice(shown.length, Math.round(30 * scale)), sources),
    },
  };
}

function overviewOf(
  tests: readonly GraphNode[],
  shown: readonly GraphNode[],
  sources: ResearchRequest["sources"],
): string {
  const [first] = tests;
  if (!first) return "No test was found. Ask in the words of the test's name, or name what it calls.";
  const place = `${first.path}:${first.line}-${sources.endOf(first)}`;
  return `Best match: ${first.name} in ${place}. ${count(shown.length, "test")}, nearest first; ${tests.length - shown.length} more are near.`;
}
