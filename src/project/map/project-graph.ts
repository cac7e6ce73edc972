import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { openGraph, openTrace } from "../../trace/operations/open.ts";
import { collectWork } from "../work/collect.ts";
import { buildMap } from "./build.ts";
import { selectFrom } from "./select.ts";
import { MapEdge, MapNode } from "./shapes.ts";

const Output = z.object({
  nodes: z.array(MapNode),
  edges: z.array(MapEdge),
  left_out: z.object({ nodes: z.number().int(), edges: z.number().int() }),
  notes: z.array(z.string()),
});
type Output = z.infer<typeof Output>;

/** More folders than this are cut to a lesser depth. */
const maxModules = 80;

export const projectGraph = operation({
  name: "project_graph",
  title: "Project graph",
  summary: "Shows specs, work in flight and modules of code, and what connects them.",
  icon: "graph",
  effects: reading,
  served: { never: "it is the data of a drawing; an agent asks trace_impact or code_research" },
  cli: {
    words: "graph",
    examples: ["graph", "graph --around spec:openspec:booking", "graph --kinds spec --kinds work"],
  },
  input: z.object({
    kinds: z
      .array(z.enum(["spec", "work", "module"]))
      .optional()
      .describe("Only these (default: all)"),
    around: z.string().optional().describe("Only this node, by its id, and what it is connected with"),
    limit: z.int().min(1).max(1000).default(150).describe("Most nodes; the most connected come first"),
  }),
  output: Output,
  run: async (context, { kinds, around, limit }) => {
    const trace = await openTrace(context);
    if (!trace.ok) return trace;
    const work = await collectWork(context, { review: "quick" });
    if (!work.ok) return work;
    const code = await openGraph(context);
    const map = buildMap({ trace: trace.value, work: work.value.map(({ item }) => item), code, maxModules });
    if (around !== undefined && !map.nodes.some(({ id }) => id === around))
      return fail(
        fault("invalid_argument", `No node has the id ${printableLine(around)}.`, "", {
          suggest: { operation: "project_graph", to: "see all nodes" },
        }),
      );
    const notes = code === undefined ? ["The code is not indexed, so only linked files are modules."] : [];
    const { nodes, edges, left_out } = selectFrom(map, { kinds, around, limit });
    return ok({ nodes: [...nodes], edges: [...edges], left_out, notes });
  },
  text: render,
});

/** One line for each node with its edges below it, from the node that says them. */
function render({ nodes, edges, left_out, notes }: Output): string {
  if (nodes.length === 0) return "Nothing to draw: no specs, no work in flight, no code.";
  const label = new Map(nodes.map(({ id, label }) => [id, label]));
  const lines = nodes.flatMap((node) => [
    `${node.kind}  ${printableLine(node.label)}${detailOf(node)}`,
    ...edges
      .filter(({ from }) => from === node.id)
      .map(({ to, kind, weight }) => {
        const times = weight > 1 ? ` (${weight})` : "";
        return `  ${kind.replace("_", " ")} ${printableLine(label.get(to) ?? to)}${times}`;
      }),
  ]);
  const { nodes: others, edges: more } = left_out;
  if (others + more > 0) lines.push(`… and ${count(others, "more node")}, ${count(more, "more edge")}.`);
  return [...lines, ...notes.map((note) => `Note: ${note}`)].join("\n");
}

function detailOf({ requirements, work, files }: MapNode): string {
  if (work !== undefined) return `  ${work.state.replace("_", " ")}`;
  if (files !== undefined) return `  ${count(files, "file")}`;
  return requirements === undefined ? "" : `  ${count(requirements, "requirement")}`;
}
