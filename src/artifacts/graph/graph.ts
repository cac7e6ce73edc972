import { basename, dirname } from "node:path/posix";
import { sortedBy } from "../../kernel/order.ts";
import { type Inventory, takeInventory } from "../locate/inventory.ts";
import { type Target, targetKey } from "../locate/stored-refs.ts";
import { type Artifact, artifactOf, readArtifact } from "../model/artifact.ts";
import { type ArtifactKind, handleOf, idOf } from "../model/kinds.ts";
import { type FileSnapshot, SnapshotMemo } from "../snapshot.ts";
import { edgesOf, mergedEdges, type StoredEdge } from "./edges.ts";
import type { ArtifactSummary } from "./summary.ts";

/** A thing in the dependency graph: an artifact, another document, something remote or something missing. */
export interface GraphNode {
  /** The path or URL; the same however it was spelled. */
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

/** The whole graph of a workspace, with the way back from each node to those that depend on it. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** For each key the nodes that depend on it, by key. */
  readonly consumers: ReadonlyMap<string, readonly string[]>;
  readonly inventory: Inventory;
}

const graphs = new SnapshotMemo<Graph>();

/** The graph over all artifacts and what they reach. Made again only when a file that it rests on changed. */
export function loadGraph(snapshot: FileSnapshot): Promise<Graph> {
  return graphs.get(snapshot, "graph", buildGraph);
}

async function buildGraph(snapshot: FileSnapshot): Promise<Graph> {
  const inventory = await takeInventory(snapshot);
  const nodes = new Map<string, GraphNode>();
  const ahead: { key: string; target: Target; artifact?: Artifact }[] = [];
  for (const artifact of inventory.artifacts) {
    const { ref, path } = artifact;
    ahead.push({ key: path, target: { type: "artifact", ref, path, exists: true }, artifact });
  }
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (nodes.has(next.key)) continue;
    const node = await nodeFor(snapshot, next.key, next.target, next.artifact);
    nodes.set(node.key, node);
    for (const edge of node.edges) {
      if (!nodes.has(edge.to)) ahead.push({ key: edge.to, target: edge.stored.target });
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
  given?: Artifact,
): Promise<GraphNode> {
  const read = given ?? (await artifactBehind(snapshot, target));
  if (read === undefined || typeof read === "string") {
    return { key, summary: bareSummary(target, key, read), artifact: undefined, edges: [] };
  }
  const stored = mergedEdges(await edgesOf(snapshot, read));
  const edges = stored.map((edge) => {
    return { to: targetKey(edge.target, edge.ref), optional: edge.optional, stored: edge };
  });
  return { key, summary: summaryOf(read, target), artifact: read, edges };
}

/** The artifact at the other end, or why there is none to read. */
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
  return {
    id: idOf(ref),
    ...(isCanonical ? { handle: handleOf(ref) } : {}),
    path,
    version: metadata.version ?? null,
    metadata: {
      locator: path,
      ...(status === undefined ? {} : { metadata_status: status }),
      ...(raw !== undefined && raw !== null && metadata.version === undefined
        ? { version_raw: String(raw) }
        : {}),
    },
    resolved_path: path,
    resolution: "Strict",
  };
}

function bareSummary(target: Target, key: string, status = "unavailable"): ArtifactSummary {
  const path = target.type === "artifact" || target.type === "document" ? target.path : undefined;
  const ref = target.type === "artifact" ? target.ref : { kind: inferredKind(key), name: inferredName(key) };
  return {
    id: idOf(ref),
    ...(target.type === "artifact" ? { handle: handleOf(ref) } : {}),
    ...(path === undefined ? {} : { path }),
    version: null,
    metadata: { locator: key, metadata_status: status },
    ...(path === undefined ? {} : { resolved_path: path }),
    resolution: "Strict",
  };
}

function inferredKind(locator: string): ArtifactKind {
  const parts = locator.split("/");
  if (parts.includes("impl")) return "implementation";
  return parts.includes(".specman") || parts.includes("scratchpad") ? "scratch_pad" : "specification";
}

/** The folder of a canonical document, else the file's stem, else the last part of a URL or its host. */
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
