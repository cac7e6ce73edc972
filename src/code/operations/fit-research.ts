import { jsonBytes } from "../../operation/budget/shrink.ts";

interface Place {
  readonly symbol: string;
  readonly source: { readonly path: string; readonly line: number };
}

interface Shown {
  readonly question: { readonly kind: string };
  readonly findings: readonly Place[];
  readonly excerpts?: readonly unknown[] | undefined;
  readonly related?: readonly string[] | undefined;
  readonly tests?: readonly string[] | undefined;
  readonly documents?: readonly string[] | undefined;
  readonly left_out?: { readonly findings?: number | undefined } | undefined;
  readonly hint?: string | undefined;
}

/** Room for the note about what was left out. */
const reserve = 160;
/** What each list keeps of the budget while others give way, in the order in which they do. */
const shares = [
  ["documents", 0.05],
  ["excerpts", 0.25],
  ["tests", 0.05],
  ["related", 0.25],
  ["findings", 0.3],
  ["excerpts", 0],
  ["documents", 0],
  ["tests", 0],
  ["related", 0],
  ["findings", 0],
] as const;

/**
 * An answer within its budget: places first, then code. Lists give way from their ends; what was left out is counted.
 * In a list of callers or implementations, what no longer fits in full is still named, by file and line.
 */
export function fitResearch<T extends Shown>(answer: T, bytes: number): T {
  if (jsonBytes(answer) <= bytes) return answer;
  const whole = answer.question.kind === "free" ? answer : withShortNames(answer, bytes);
  let fitted: T = whole;
  for (const [key, share] of shares) {
    const list = fitted[key];
    const over = jsonBytes(fitted) - (bytes - reserve);
    if (!list || over <= 0) continue;
    fitted = {
      ...fitted,
      [key]: firstWithin<unknown>(list, Math.max(bytes * share, jsonBytes(list) - over)),
    };
  }
  return withCounts(answer, fitted);
}

const namesPerLine = 8;

function withShortNames<T extends Shown>(answer: T, bytes: number): T {
  const head = jsonBytes({ ...answer, findings: [] });
  const findings = firstWithin(answer.findings, (bytes - head) * 0.5);
  const files = new Map<string, string[]>();
  for (const { symbol, source } of answer.findings.slice(findings.length))
    files.set(source.path, [...(files.get(source.path) ?? []), `${source.line} ${symbol}`]);
  const lines = [...files].flatMap(([path, names]) =>
    Array.from(
      { length: Math.ceil(names.length / namesPerLine) },
      (_, at) => `${path}: ${names.slice(at * namesPerLine, (at + 1) * namesPerLine).join(", ")}`,
    ),
  );
  return { ...answer, findings, related: [...(answer.related ?? []), ...lines] };
}

function withCounts<T extends Shown>(answer: T, fitted: T): T {
  const named = new Set(
    (fitted.related ?? []).flatMap((line) => line.slice(line.indexOf(": ") + 2).split(", ")),
  );
  const missing = answer.findings
    .slice(fitted.findings.length)
    .filter(({ symbol, source }) => !named.has(`${source.line} ${symbol}`)).length;
  const lost = (key: "related" | "excerpts" | "tests" | "documents") =>
    Math.max(0, (answer[key]?.length ?? 0) - (fitted[key]?.length ?? 0));
  const rest = [
    ...(missing > 0 ? [`${missing} findings`] : []),
    ...(lost("related") > 0 ? [`declarations in ${lost("related")} files`] : []),
    ...(lost("excerpts") > 0 ? [`${lost("excerpts")} excerpts`] : []),
    ...(lost("tests") > 0 ? [`${lost("tests")} tests`] : []),
    ...(lost("documents") > 0 ? [`${lost("documents")} documents`] : []),
  ];
  const findings = (fitted.left_out?.findings ?? 0) + missing;
  return {
    ...fitted,
    ...(findings > 0 ? { left_out: { ...fitted.left_out, findings } } : {}),
    ...(rest.length > 0 ? { hint: `Left out: ${rest.join(", ")}. A larger budget shows them.` } : {}),
  };
}

function firstWithin<T>(list: readonly T[], bytes: number): T[] {
  let left = bytes - 2;
  const kept: T[] = [];
  for (const item of list) {
    left -= jsonBytes(item) + 1;
    if (left < 0) break;
    kept.push(item);
  }
  return kept;
}

interface WithGraph {
  readonly findings: readonly unknown[];
  readonly chains: readonly unknown[];
  readonly graph: {
    readonly nodes: readonly { readonly id: string }[];
    readonly edges: readonly { readonly from: string; readonly to: string }[];
  };
  readonly left_out: {
    readonly findings: number;
    readonly chains: number;
    readonly nodes: number;
    readonly edges: number;
  };
}

/** SwiftIndex's shape under the ceiling: findings first, then the graph, then chains; `left_out` counts the rest. */
export function fitGraph<T extends WithGraph>(answer: T, bytes: number): T {
  if (jsonBytes(answer) <= bytes) return answer;
  const { findings, chains, graph, left_out, ...head } = answer;
  const room = bytes - jsonBytes(head) - 200;
  const found = firstWithin(findings, room * 0.5);
  const nodes = firstWithin(graph.nodes, room * 0.2);
  const shown = new Set(nodes.map(({ id }) => id));
  const joined = graph.edges.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const edges = firstWithin(joined, room * 0.2);
  const used = jsonBytes(found) + jsonBytes(nodes) + jsonBytes(edges);
  const links = firstWithin(chains, Math.max(0, room - used - 100));
  return {
    ...answer,
    findings: found,
    chains: links,
    graph: { nodes, edges },
    left_out: {
      findings: left_out.findings + findings.length - found.length,
      chains: left_out.chains + chains.length - links.length,
      nodes: left_out.nodes + graph.nodes.length - nodes.length,
      edges: left_out.edges + graph.edges.length - edges.length,
    },
  };
}
