import * as z from "zod";
import { readTags } from "../../artifacts/tags/tags.ts";
import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { SymbolPlace } from "../../trace/links/of-symbol.ts";
import { decodeFacts } from "../facts/decode.ts";
import { Freshness } from "../freshness.ts";
import type { Edge, Graph, GraphNode } from "../graph/model/graph.ts";
import { kindName } from "../kind-name.ts";
import { relationOf } from "../research/answer.ts";
import { nearestNames } from "../research/question/nearest-names.ts";
import { findSymbols, similarSymbols } from "../research/question/symbols.ts";
import { whatWasLookedAt } from "../research/relation/none-found.ts";
import { textCalls } from "../research/relation/text-calls.ts";
import { Sources } from "../research/sources.ts";
import { references, symbolContext } from "../research/symbol-context.ts";
import { factsOf, textOf } from "../store/snapshot.ts";
import { Confidence, Relation, Source } from "./code-research.ts";
import { type FreshGraph, graphAt } from "./research-graph.ts";

const SymbolRow = z.object({ symbol: z.string(), kind: z.string(), signature: z.string(), source: Source });
const path = z.string().default(".").describe("Path to indexed codebase");
const name = z.string().describe("Bare, qualified or with labels: load, Store.load, load(id:)");
const limit = z.int().min(1).max(1000).default(50).describe("Most results to return");

export const findSymbol = operation({
  name: "find_symbol",
  title: "Find Symbol",
  summary:
    "Find declarations by name: exact, qualified, with labels, or by letters in order (mvc finds MyViewController)",
  icon: "search",
  effects: reading,
  served: "extras",
  cli: { words: "symbols find", positionals: ["name"] },
  input: z.object({ name, path, limit }),
  output: z.object({ symbols: z.array(SymbolRow), left_out: z.int(), freshness: Freshness }),
  run: async (context, input) => {
    const found = await graphAt(context, input.path);
    if (!found.ok) return found;
    const { graph, freshness } = found.value;
    const exact = findSymbols(graph, input.name).filter(({ kind }) => kind !== "external");
    const alike = exact.length > 0 ? exact : similarSymbols(graph, input.name, input.limit);
    const nodes = alike.length > 0 ? alike : nearestNames(graph, input.name);
    const { shown, leftOut } = clip(nodes, input.limit);
    return ok({ symbols: shown.map(rowOf), left_out: leftOut, freshness });
  },
  text: ({ symbols, left_out }) =>
    [
      ...symbols.map(({ kind, symbol, source, signature }) =>
        printable(`${kind} ${symbol} — ${source.path}:${source.line} — ${signature}`),
      ),
      ...(left_out > 0 ? [`… ${left_out} more; raise limit or qualify the name.`] : []),
    ].join("\n") || "No declaration has such a name.",
});

const Reference = z.object({
  symbol: z.string(),
  relation: Relation,
  how: z.string().optional(),
  confidence: Confidence,
  why: z.string().optional().describe("Why it is only possible"),
  source: Source,
  line_text: z.string(),
});

export const findReferences = operation({
  name: "find_references",
  title: "Find References",
  summary:
    "Every place that calls, names, conforms to, inherits from or overrides a symbol, with the line itself",
  icon: "graph",
  seldom: ["path"],
  effects: reading,
  served: "extras",
  cli: { words: "symbols references", positionals: ["name"] },
  input: z.object({ name, path, limit }),
  output: z.object({
    of: z.array(SymbolRow),
    references: z.array(Reference),
    left_out: z.int(),
    freshness: Freshness,
    notice: z
      .string()
      .optional()
      .describe("When none was found: what was looked at, and what could not be resolved"),
  }),
  run: async (context, input) => {
    const found = await graphAt(context, input.path);
    if (!found.ok) return found;
    const { graph, freshness } = found.value;
    const nodes = findSymbols(graph, input.name);
    if (nodes.length === 0) return unknownSymbol(graph, input.name);
    const sources = new Sources(found.value.snapshot);
    const edges = references(graph, nodes);
    const places = edges.map(({ path: file, line }) => ({ source: { path: file, line } }));
    const { calls, others } = textCalls(graph, nodes, places, sources);
    const resolved = edges.map((edge) => ({
      symbol: graph.node(edge.from).name,
      relation: relationOf(edge.kind),
      ...(edge.kind === "overrides" ? { how: "override" } : {}),
      confidence: edge.confidence,
      why: edge.reason,
      source: { path: edge.path, line: edge.line },
    }));
    const byText = calls.map(({ symbol, confidence, source, how }) => ({
      symbol,
      relation: "calls" as const,
      how,
      confidence,
      why: undefined,
      source,
    }));
    const { shown, leftOut } = clip([...resolved, ...byText], input.limit);
    const notice = shown.length === 0 ? whatWasLookedAt(graph, nodes, sources, others) : undefined;
    return ok({
      of: nodes.slice(0, 20).map(rowOf),
      references: shown.map((each) => ({
        ...each,
        line_text: sources.line(each.source.path, each.source.line),
      })),
      left_out: leftOut,
      freshness,
      notice,
    });
  },
  text: ({ of, references: all, left_out, notice }) =>
    [
      `${count(all.length + left_out, "reference")} to ${of.map(({ symbol }) => symbol).join(", ")}`,
      ...all.map(({ source, symbol, relation, how, confidence, why, line_text }) =>
        printable(
          `${source.path}:${source.line} ${how ?? relation} in ${symbol}${confidence === "exact" ? "" : ` (${why === undefined ? confidence : `${confidence}: ${why}`})`}: ${line_text}`,
        ),
      ),
      ...(left_out > 0 ? [`… ${left_out} more; raise limit.`] : []),
      ...(notice === undefined ? [] : [printable(notice)]),
    ].join("\n"),
});

const Related = z.object({ symbol: z.string(), kind: z.string(), source: Source, confidence: Confidence });

export const symbolContextTool = operation({
  name: "symbol_context",
  title: "Symbol Context",
  summary:
    "All that matters about one symbol: declaration, doc, callers, callees, types above and below, tests, and the requirements that it is linked to",
  icon: "graph",
  seldom: ["path"],
  effects: reading,
  served: "extras",
  cli: { words: "symbols context", positionals: ["name"] },
  input: z.object({ name, path }),
  output: z.object({
    symbol: SymbolRow,
    doc: z.string().optional(),
    text: z.string(),
    callers: z.array(Related),
    callees: z.array(Related),
    supertypes: z.array(Related),
    subtypes: z.array(Related),
    tests: z.array(Related),
    requirements: z.array(z.string()),
    others: z.array(SymbolRow).describe("Further declarations of that name"),
    freshness: Freshness,
  }),
  run: async (context, input) => {
    const found = await graphAt(context, input.path);
    if (!found.ok) return found;
    const { graph, freshness } = found.value;
    const [node, ...others] = findSymbols(graph, input.name).filter(({ kind }) => kind !== "external");
    if (!node) return unknownSymbol(graph, input.name);
    const around = symbolContext(graph, node);
    const related = (list: readonly Edge[], end: "from" | "to") =>
      list.map((edge) => relatedOf(graph, edge, end));
    const { doc, text, requirements: tagged, symbol } = declarationOf(found.value, node);
    const requirements =
      symbol === undefined || input.path !== "."
        ? tagged
        : [...tagged, ...(await linked(context, symbol, tagged))];
    return ok({
      symbol: rowOf(node),
      doc,
      text,
      callers: related(around.callers, "from"),
      callees: related(around.callees, "to"),
      supertypes: related(around.supertypes, "to"),
      subtypes: related(around.subtypes, "from"),
      tests: related(around.tests, "from"),
      requirements,
      others: others.slice(0, 20).map(rowOf),
      freshness,
    });
  },
  text: (answer) => {
    const { symbol, requirements } = answer;
    const section = (title: string, list: readonly z.infer<typeof Related>[]) =>
      list.length === 0
        ? []
        : [
            `${title}:`,
            ...list.map(
              (each) =>
                `  ${each.symbol} — ${each.source.path}:${each.source.line}${each.confidence === "exact" ? "" : ` (${each.confidence})`}`,
            ),
          ];
    return printable(
      [
        `${symbol.kind} ${symbol.symbol} — ${symbol.source.path}:${symbol.source.line}`,
        "",
        // With the doc comment, as it stands in the file.
        answer.text,
        "",
        ...section("Callers", answer.callers),
        ...section("Callees", answer.callees),
        ...section("Above", answer.supertypes),
        ...section("Below", answer.subtypes),
        ...section("Tests", answer.tests),
        ...(requirements.length > 0 ? [`Requirements: ${requirements.join(", ")}`] : []),
        ...(answer.others.length > 0
          ? [
              "Also declared:",
              ...answer.others.map(
                (other) => `  ${other.symbol} — ${other.source.path}:${other.source.line}`,
              ),
            ]
          : []),
      ].join("\n"),
    );
  },
});

function rowOf({ name: symbol, kind, path: file, line, symbol: shape }: GraphNode) {
  return {
    symbol,
    kind: kindName(kind, file),
    signature: shape?.signature ?? "",
    source: { path: file, line },
  };
}

function relatedOf(graph: Graph, edge: Edge, end: "from" | "to") {
  const node = graph.node(edge[end]);
  return {
    symbol: node.name,
    kind: kindName(node.kind, node.path),
    source: { path: edge.path, line: edge.line },
    confidence: edge.confidence,
  };
}

const maxText = 4_000;

/** Doc, source text and the requirements that a declaration is tagged with (`[ENSURES: …]`), from the index. */
function declarationOf({ snapshot }: FreshGraph, node: GraphNode) {
  const place = snapshot.files.get(node.path);
  const declaration =
    place && decodeFacts(factsOf(place)).declarations.find((each) => each.from === node.symbol?.from);
  if (!place || !declaration) return { doc: undefined, text: "", requirements: [], symbol: undefined };
  const source = textOf(place);
  const start = declaration.docFrom ?? declaration.from;
  const whole = source.slice(start, declaration.to);
  const text =
    whole.length > maxText
      ? `${whole.slice(0, maxText)}\n… ${whole.length - maxText} more characters`
      : whole;
  const tags = readTags(commentsAbove(source, start) + whole).tags.map(({ specification, identifier }) =>
    specification === undefined ? identifier : `${specification}/${identifier}`,
  );
  const requirements = [...new Set(tags)];
  const { qualifiedName, startLine, endLine } = declaration;
  const symbol = { file: node.path, name: qualifiedName, startLine, endLine };
  return { doc: declaration.doc, text, requirements, symbol };
}

/** An answer waits this long for the links of requirements; without them it has the tags of the symbol. */
const maxWaitMs = 3_000;

/** Requirements of a symbol that its own tags do not name: by records, tests and what tests executed. */
async function linked(context: Context, symbol: SymbolPlace, tagged: readonly string[]): Promise<string[]> {
  const { openTrace } = await import("../../trace/operations/open.ts");
  const { requirementsOfSymbol } = await import("../../trace/links/of-symbol.ts");
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(maxWaitMs)]);
  const trace = await openTrace({ ...context, signal });
  return trace.ok ? requirementsOfSymbol(trace.value, symbol, tagged) : [];
}

/** Lines of plain comment directly above: a tag need not be in a doc comment. */
function commentsAbove(source: string, start: number): string {
  const lines = source.slice(0, source.lastIndexOf("\n", start - 1) + 1).split("\n");
  lines.pop();
  let first = lines.length;
  while (first > 0 && /^\s*(\/\/|#|\*|\/\*|--)/.test(lines[first - 1] ?? "")) first--;
  return `${lines.slice(first).join("\n")}\n`;
}

function unknownSymbol(graph: Graph, text: string): Failure {
  const bare = text.replace(/\(.*$/s, "");
  const alike = [...nearestNames(graph, bare), ...similarSymbols(graph, bare, 3)];
  const near = [...new Set(alike.map(({ name: symbol }) => `\`${symbol}\``))].slice(0, 5);
  const remedy =
    near.length > 0 ? `Near names: ${near.join(", ")}.` : "Search for it with find_symbol or search_code.";
  return fail(
    fault("symbol_not_found", `There is no symbol \`${printable(text)}\`.`, remedy, {
      subject: { name: text },
    }),
  );
}
