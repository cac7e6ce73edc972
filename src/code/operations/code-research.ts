import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { queryFault } from "../../kernel/query.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { Freshness } from "../freshness.ts";
import { dotOf, mermaidOf } from "../research/diagram.ts";
import { type Researched, research } from "../research/research.ts";
import { researchText } from "../research/text.ts";
import { staleNotices } from "./head.ts";
import { cancelled, graphAt, textSearch } from "./research-graph.ts";

export const Source = z.object({
  path: z.string().describe("Relative to the searched directory"),
  line: z.int(),
});
export const Confidence = z.enum(["exact", "inferred", "possible", "external"]);
export const Relation = z.enum([
  "calls",
  "called_by",
  "conforms",
  "inherits",
  "extends",
  "imports",
  "references",
]);

export const Finding = z.object({
  symbol: z.string(),
  kind: z.string(),
  source: Source.describe("Where the relation is written"),
  signature: z.string().optional(),
  relation: Relation,
  hop: z.int().describe("Distance from what was asked for; 0 is a direct hit of the search"),
  confidence: Confidence,
  declared: Source.optional().describe("Where the symbol is declared"),
  how: z.string().optional(),
  also_at: z.array(z.int()).optional().describe("Further lines of the same file that say the same"),
});

const Answer = z.object({
  query: z.string(),
  depth: z.int(),
  focus: z.string().optional(),
  question: z
    .object({ kind: z.string(), symbols: z.array(z.string()) })
    .describe("How the question was understood"),
  findings: z.array(Finding),
  chains: z.array(z.array(z.object({ symbol: z.string(), source: Source, relation: Relation.optional() }))),
  graph: z.object({
    nodes: z.array(z.object({ id: z.string(), symbol: z.string(), kind: z.string(), source: Source })),
    edges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        kind: Relation,
        confidence: Confidence,
        source: Source,
        weight: z.int().optional(),
      }),
    ),
  }),
  overview: z.string(),
  left_out: z.object({ findings: z.int(), chains: z.int(), nodes: z.int(), edges: z.int() }),
  freshness: Freshness,
});
type Answer = z.infer<typeof Answer>;

const Input = z.object({
  query: z.string().describe("Research question about codebase"),
  path: z.string().default(".").describe("Path to indexed codebase"),
  depth: z.int().min(1).max(5).default(2).describe("How many hops to follow"),
  focus: z
    .enum(["architecture", "dependencies", "patterns", "flow"])
    .optional()
    .describe("Optional focus area"),
});
type Input = z.infer<typeof Input>;

export const codeResearch = operation({
  name: "code_research",
  title: "Code Research",
  summary: "Deep architectural analysis with multi-hop search",
  details:
    "Understands questions such as: callers of X, what does X call, who uses X, implementations of X, subclasses of X, what does X depend on, what depends on X, path from A to B; a symbol alone (load(id:), Store.save); or free text. Each edge has file, line and a confidence: exact, inferred, possible (by name, or dispatched at run time), external.",
  icon: "graph",
  effects: reading,
  taskSupport: "optional",
  cli: {
    words: "research",
    summary: "Who calls this, who implements that, with file and line",
    examples: [
      'research "who calls steepingPlan"',
      'research "what depends on Crossing" --depth 3',
      'research "path from main to save" --mermaid',
    ],
    positionals: ["query..."],
    input: Input.extend({
      dot: z.boolean().default(false).describe("Print the graph for Graphviz"),
      mermaid: z.boolean().default(false).describe("Print the graph as a Mermaid flowchart"),
    }),
    toInput: ({ dot: _dot, mermaid: _mermaid, ...input }) => input,
  },
  input: Input,
  output: Answer,
  run,
  text: (answer) => researchText(answer),
  human: (answer, { dot, mermaid }, style) =>
    drawn(answer, dot, mermaid) ?? researchText(answer, marksOf(style)),
});

async function run(context: Context, input: Input): Promise<Result<Answer>> {
  const { query, depth, focus } = input;
  const refused = queryFault(query);
  if (refused) return refused;
  const found = await graphAt(context, input.path);
  if (!found.ok) return found;
  const { graph, freshness, steps } = found.value;
  const answer = await research(graph, {
    query,
    depth,
    ...(focus ? { focus } : {}),
    search: textSearch(found.value),
    onHop: async (hop, reached) => {
      context.progress({
        done: steps + hop,
        total: steps + depth + 1,
        message: `hop ${hop} of ${depth}, ${reached} found so far`,
      });
      // Lets a cancellation in, and progress out.
      await setImmediate();
      return !context.signal.aborted;
    },
  });
  return context.signal.aborted ? cancelled() : ok(shaped(input, answer, freshness));
}

function shaped({ query, depth, focus }: Input, answer: Researched, freshness: Answer["freshness"]): Answer {
  const { question, findings, chains, graph, overview, left_out } = answer;
  return {
    query,
    depth,
    ...(focus ? { focus } : {}),
    question: { kind: question.kind, symbols: [...question.symbols] },
    findings: findings.map(({ also_at, ...finding }) => ({
      ...finding,
      ...(also_at ? { also_at: [...also_at] } : {}),
    })),
    chains: chains.map((chain) => [...chain]),
    graph: { nodes: [...graph.nodes], edges: [...graph.edges] },
    overview: [overview, ...staleNotices(freshness)].join(" "),
    left_out,
    freshness,
  };
}

function drawn({ graph }: Answer, dot: boolean, mermaid: boolean): string | undefined {
  const diagram = { nodes: graph.nodes, edges: graph.edges.flatMap(asEdge) };
  if (dot) return dotOf(diagram);
  return mermaid ? mermaidOf(diagram) : undefined;
}

function asEdge({ kind, weight, ...edge }: Answer["graph"]["edges"][number]) {
  return kind === "called_by" ? [] : [{ ...edge, kind, ...(weight === undefined ? {} : { weight }) }];
}

function marksOf(style: Style) {
  return { strong: style.bold, faint: style.dim };
}
