import { basename, dirname } from "node:path/posix";
import { sortedBy } from "../../kernel/order.ts";
import { type Inventory, takeInventory } from "../locate/inventory.ts";
import { type Target, targetKey } from "../locate/stored-refs.ts";
import { type Artifact, artifactOf, readArtifact } from "../model/artifact.ts";
import { type ArtifactKind, handleOf, idOf } from "../model/kinds.ts";
import { type FileSnapshot, SnapshotMemo } from "../snapshot.ts";
import { edgesOf, mergedEdges, type StoredEdge } from "./edges.ts";
import type { ArtifactSummary } from "./summary.ts";

/** A node of the dependency graph: an artifact, another document, a remote document or a missing one. */
export interface GraphNode {
  /** The path or URL, in its canonical spelling. */
  readonly key: string;
  readonly summary: ArtifactSummary;
  readonly artifact: Artifact | undefined;
  readonly edges: readonly GraphEdge[];
}

export interface GraphEdge {
  readonly to: string;
  readonly optional: boolean;
  readonly stored: StoredEdge;
}

/** The whole graph of a workspace, with the edges in both directions. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** For each key, the keys of the nodes that depend on it. */
  readonly consumers: ReadonlyMap<string, readonly string[]>;
  readonly inventory: Inventory;
}

const graphs = new SnapshotMemo<Graph>();

/** The graph of all artifacts and everything they reach. Rebuilt only when one of its files has changed. */
export function loadGraph(snapshot: FileSnapshot): Promise<Graph> {
  return graphs.get(snapshot, "graph", buildGraph);
}

async function buildGraph(snapshot: FileSnapshot): Promise<Graph> {
  const inventory = await takeInventory(snapshot);
  const nodes = new Map<string, GraphNode>();
  const stack: { key: string; target: Target; artifact?: Artifact }[] = [];
  for (const artifact of inventory.artifacts) {
    const { ref, path } = artifact;
    stack.push({ key: path, target: { type: "artifact", ref, path, exists: true }, artifact });
  }
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (nodes.has(next.key)) continue;
    const node = await nodeFor(snapshot, next.key, next.target, next.artifact);
    nodes.set(node.key, node);
    for (const edge of node.edges) {
      if (!nodes.has(edge.to)) stack.push({ key: edge.to, target: edge.stored.target });
    }
  }
  return { nodes, consumers: consumersOf(nodes), inventory };
}

function consumersOf(nodes: ReadonlyMap<string, GraphNode>): Map<string, string[]> {
  const consumers = new Map<string, string[]>();
  for (const node of sortedBy(nodes.values(), (each) => each.key)) {
    for (const { to } of node.edges) {
      const list = consumers.get(to);
      if (list === undefined) consumers.set(to, [node.key]);
      else list.push(node.key);
    }
  }
  return consumers;
}

async function nodeFor(
  snapshot: FileSnapshot,
  key: string,
  target: Target,
  artifact?: Artifact,
): Promise<GraphNode> {
  const read = artifact ?? (await artifactBehind(snapshot, target));
  if (read === undefined || typeof read === "string") {
    return { key, summary: bareSummary(target, key, read), artifact: undefined, edges: [] };
  }
  const stored = mergedEdges(await edgesOf(snapshot, read));
  const edges = stored.map((edge) => {
    return { to: targetKey(edge.target, edge.ref), optional: edge.optional, stored: edge };
  });
  return { key, summary: summaryOf(read, target), artifact: read, edges };
}

/** The artifact at the other end of an edge, or why it cannot be read. */
async function artifactBehind(
  snapshot: FileSnapshot,
  target: Target,
): Promise<Artifact | string | undefined> {
  if (target.type === "remote") return "remote-unfetched";
  if (target.type === "invalid") return `invalid: ${target.message}`;
  if (!target.exists) return "missing";
  if (target.type === "artifact") {
    const artifact = await readArtifact(snapshot, target.ref, target.path);
    return artifact.ok ? artifact.value : `unreadable: ${artifact.fault.message}`;
  }
  if (!/\.(md|markdown|mdx)$/i.test(target.path)) return "unavailable";
  const source = await snapshot.document(target.path);
  if (!source.ok) return `unreadable: ${source.fault.message}`;
  return artifactOf({ kind: inferredKind(target.path), name: inferredName(target.path) }, source.value);
}

export function summaryOf(artifact: Artifact, target?: Target): ArtifactSummary {
  const { ref, path, metadata, source } = artifact;
  const isCanonical = target === undefined || target.type === "artifact";
  const status =
    source.frontMatter === "broken"
      ? `invalid-front-matter: ${source.problems[0]?.message ?? ""}`
      : source.frontMatter === "absent"
        ? "unavailable"
        : undefined;
  const raw = source.data["version"];
  const labels: Record<string, string> = { locator: path };
  if (status !== undefined) labels["metadata_status"] = status;
  if (raw !== undefined && raw !== null && metadata.version === undefined)
    labels["version_raw"] = String(raw);
  return {
    id: idOf(ref),
    handle: isCanonical ? handleOf(ref) : undefined,
    path,
    version: metadata.version ?? null,
    metadata: labels,
    resolved_path: path,
    resolution: "Strict",
  };
}

function bareSummary(target: Target, key: string, status = "unavailable"): ArtifactSummary {
  const path = target.type === "artifact" || target.type === "document" ? target.path : undefined;
  const ref = target.type === "artifact" ? target.ref : { kind: inferredKind(key), name: inferredName(key) };
  return {
    id: idOf(ref),
    handle: target.type === "artifact" ? handleOf(ref) : undefined,
    path,
    version: null,
    metadata: { locator: key, metadata_status: status },
    resolved_path: path,
    resolution: "Strict",
  };
}

function inferredKind(locator: string): ArtifactKind {
  const parts = locator.split("/");
  if (parts.includes("impl")) return "implementation";
  return parts.includes(".specman") || parts.includes("scratchpad") ? "scratch_pad" : "specification";
}

/** The folder of a canonical document, the stem of another file, or the last part of a URL. */
function inferredName(locator: string): string {
  if (/^https:/.test(locator) && URL.canParse(locator)) {
    const url = new URL(locator);
    return url.pathname.split("/").findLast((part) => part !== "") ?? url.host;
  }
  const file = basename(locator);
  if (file === "spec.md" || file === "impl.md" || file === "scratch.md")
    return basename(dirname(locator)) || file;
  return file.replace(/\.[^.]+$/, "") || locator;
}
