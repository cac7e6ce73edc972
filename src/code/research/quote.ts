import type { Graph, GraphNode } from "../graph/model/graph.ts";
import type { Finding } from "./answer.ts";
import type { Sources } from "./sources.ts";

/** The finding with its line, and the lines of the declaration that it belongs to. */
export function quotedFinding(graph: Graph, finding: Finding, sources: Sources): Finding {
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

/** The declarations by name and place. */
export function namesOf(starts: readonly GraphNode[], sources: Sources): string {
  const names = starts.slice(0, 4).map((node) => {
    const end = node.path === "" ? 0 : sources.endOf(node);
    return node.path === ""
      ? node.name
      : `${node.name} (${node.path}:${node.line}${end > node.line ? `-${end}` : ""})`;
  });
  return `${names.join(", ")}${starts.length > 4 ? ` and ${starts.length - 4} more` : ""}`;
}
