import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { queryFault } from "../../kernel/query.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { budgetArgument, bytesPerToken, defaultBudget, maxBudget } from "../../operation/budget/budget.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { Freshness } from "../freshness.ts";
import { dotOf, mermaidOf } from "../research/diagram.ts";
import { type Researched, research } from "../research/research.ts";
import { Sources } from "../research/sources.ts";
import { researchText } from "../research/text.ts";
import { fitGraph, fitResearch } from "./fit-research.ts";
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

const Chain = z.array(z.object({ symbol: z.string(), source: Source, relation: Relation.optional() }));
const GraphShape = z.object({
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
});

/** SwiftIndex's shape: everything that was found, as data. */
const DropInAnswer = z.object({
  query: z.string(),
  depth: z.int(),
  focus: z.string().optional(),
  question: z
    .object({ kind: z.string(), symbols: z.array(z.string()) })
    .describe("How the question was understood"),
  findings: z.array(Finding),
  chains: z.array(Chain),
  graph: GraphShape,
  overview: z.string(),
  left_out: z.object({ findings: z.int(), chains: z.int(), nodes: z.int(), edges: z.int() }),
  freshness: Freshness,
});
type DropInAnswer = z.infer<typeof DropInAnswer>;

const ShownFinding = Finding.extend({
  range: z.string().optional().describe("Lines of the declaration"),
  text: z.string().optional().describe("The line that `source` names"),
  via: z.string().optional().describe("The declaration before it on the way"),
});

/** The answer to read: the same facts as the text, in the same order. */
const Answer = DropInAnswer.omit({ chains: true, graph: true, left_out: true }).extend({
  findings: z.array(ShownFinding),
  excerpts: z.array(z.object({ path: z.string(), lines: z.string() })).optional(),
  related: z.array(z.string()).optional(),
  tests: z.array(z.string()).optional(),
  documents: z.array(z.string()).optional(),
  chains: z.array(Chain).optional(),
  graph: GraphShape.optional(),
  left_out: DropInAnswer.shape.left_out.partial().optional(),
  hint: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

const DropInInput = z.object({
  query: z.string().describe("Research question about codebase"),
  path: z.string().default(".").describe("Path to indexed codebase"),
  depth: z.int().min(1).max(5).default(2).describe("How many hops to follow"),
  focus: z
    .enum(["architecture", "dependencies", "patterns", "flow"])
    .optional()
    .describe("Optional focus area"),
});
type DropInInput = z.infer<typeof DropInInput>;

const Input = DropInInput.extend({
  query: z.string().describe("A question in any words; names as the code has them"),
  budget: budgetArgument,
  include: z
    .array(z.enum(["graph"]))
    .optional()
    .describe("The raw graph and chains as data"),
});
type Input = z.infer<typeof Input>;

export const codeResearch = operation({
  name: "code_research",
  title: "Code Research",
  summary: "Answer a question about the code: who calls, what breaks, how it works, where it is",
  details:
    "Answers with file, lines and the lines of code that matter. Ask in any sentence; names may be anywhere in it: who calls X, what breaks if X changes, what implements X, path from A to B, how does … work, where is …, which test. A symbol alone gives what is around it. Not for plain text: use search_docs for documents.",
  icon: "graph",
  effects: reading,
  taskSupport: "optional",
  cli: {
    words: "research",
    summary: "Who calls this, what breaks, how it works, with file and line",
    examples: [
      'research "who calls steepingPlan"',
      'research "what depends on Crossing" --depth 3',
      'research "how is a booking confirmed"',
      'research "path from main to save" --graph mermaid',
    ],
    positionals: ["query..."],
    input: Input.omit({ include: true }).extend({
      graph: z.enum(["mermaid", "dot"]).optional().describe("Print the graph for Mermaid or Graphviz"),
      dot: z.boolean().default(false).describe("Same as --graph dot"),
      mermaid: z.boolean().default(false).describe("Same as --graph mermaid"),
    }),
    toInput: ({ dot, mermaid, graph, ...input }) =>
      dot || mermaid || graph ? { ...input, include: ["graph" as const] } : input,
  },
  input: Input,
  output: Answer,
  run,
  text: (answer) => researchText(answer),
  human: (answer, { dot, mermaid, graph }, style) =>
    drawn(answer, graph ?? (dot ? "dot" : mermaid ? "mermaid" : undefined)) ??
    researchText(answer, marksOf(style)),
  dropIn: {
    input: DropInInput,
    output: DropInAnswer,
    run: runDropIn,
    fit: (answer: DropInAnswer, bytes: number) => fitGraph(answer, bytes),
  },
});

async function run(context: Context, input: Input): Promise<Result<Answer>> {
  const found = await researched(context, input, input.budget / defaultBudget);
  if (!found.ok) return found;
  const { answer, freshness } = found.value;
  const { left_out, graph, chains, more } = answer;
  const isPath = answer.question.kind === "path";
  const wantsGraph = input.include?.includes("graph") === true;
  const whole: Answer = {
    ...headOf(input, answer, freshness),
    findings: answer.findings.map(shownFinding),
    ...nonEmpty("excerpts", more.excerpts),
    ...nonEmpty("related", more.related),
    ...nonEmpty("tests", more.tests),
    ...nonEmpty("documents", more.documents),
    ...(isPath || wantsGraph ? { chains: chains.map((chain) => [...chain]) } : {}),
    ...(wantsGraph ? { graph: { nodes: [...graph.nodes], edges: [...graph.edges] }, left_out } : {}),
    ...(!wantsGraph && left_out.findings > 0 ? { left_out: { findings: left_out.findings } } : {}),
    freshness,
  };
  // Every surface shows the same answer.
  return ok(fitResearch(whole, input.budget * bytesPerToken));
}

async function runDropIn(context: Context, input: DropInInput): Promise<Result<DropInAnswer>> {
  const found = await researched(context, input, maxBudget / defaultBudget);
  if (!found.ok) return found;
  const { answer, freshness } = found.value;
  return ok({
    ...headOf(input, answer, freshness),
    findings: answer.findings.map(mutable),
    chains: answer.chains.map((chain) => [...chain]),
    graph: { nodes: [...answer.graph.nodes], edges: [...answer.graph.edges] },
    left_out: answer.left_out,
    freshness,
  });
}

function headOf({ query, depth, focus }: DropInInput, answer: Researched, freshness: Answer["freshness"]) {
  const { question, overview } = answer;
  return {
    query,
    depth,
    focus,
    question: { kind: question.kind, symbols: [...question.symbols] },
    overview: [overview, ...staleNotices(freshness)].join(" "),
  };
}

/** Where a caller is declared is where it calls: said once, by `range`. */
function shownFinding({ signature: _, declared, ...finding }: Researched["findings"][number]) {
  const isElsewhere = declared !== undefined && declared.path !== finding.source.path;
  return { ...mutable(finding), ...(isElsewhere ? { declared } : {}) };
}

function mutable<T extends { readonly also_at?: readonly number[] }>({ also_at, ...finding }: T) {
  return { ...finding, ...(also_at ? { also_at: [...also_at] } : {}) };
}

function nonEmpty<Key extends string, T>(key: Key, list: readonly T[] | undefined): { [name in Key]?: T[] } {
  const found: { [name in Key]?: T[] } = {};
  if (list && list.length > 0) found[key] = [...list];
  return found;
}

async function researched(
  context: Context,
  { query, depth, focus, path }: DropInInput,
  scale: number,
): Promise<Result<{ readonly answer: Researched; readonly freshness: Answer["freshness"] }>> {
  const refused = queryFault(query);
  if (refused) return refused;
  const found = await graphAt(context, path);
  if (!found.ok) return found;
  const { graph, freshness, steps, snapshot } = found.value;
  const answer = await research(graph, {
    query,
    depth,
    focus,
    search: await textSearch(context, found.value),
    sources: new Sources(snapshot),
    scale,
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
  return context.signal.aborted ? cancelled() : ok({ answer, freshness });
}

function drawn({ graph }: Answer, form: "dot" | "mermaid" | undefined): string | undefined {
  if (form === undefined || graph === undefined) return undefined;
  const diagram = { nodes: graph.nodes, edges: graph.edges.flatMap(asEdge) };
  return form === "dot" ? dotOf(diagram) : mermaidOf(diagram);
}

function asEdge({ kind, weight, ...edge }: z.infer<typeof GraphShape>["edges"][number]) {
  return kind === "called_by" ? [] : [{ ...edge, kind, weight }];
}

function marksOf(style: Style) {
  return { strong: style.bold, faint: style.dim, place: style.accent };
}
