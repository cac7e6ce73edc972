import { followRef, type RefRole, type Target, targetKey } from "../locate/stored-refs.ts";
import type { Artifact } from "../model/artifact.ts";
import type { FileSnapshot } from "../snapshot.ts";

/** A dependency as an artifact's front matter states it. */
export interface StoredEdge {
  readonly role: RefRole;
  /** The front matter field. */
  readonly key: "dependencies" | "references" | "spec" | "target";
  readonly ref: string;
  readonly optional: boolean;
  /** For references: the declared type. */
  readonly type?: "implementation" | "specification";
  readonly target: Target;
}

/** The edges of an artifact. Links in the text are not edges, and the `dependencies` of an implementation are ignored. */
export async function edgesOf(snapshot: FileSnapshot, artifact: Artifact): Promise<StoredEdge[]> {
  const { kind } = artifact.ref;
  const { metadata } = artifact;
  const declared: Omit<StoredEdge, "target">[] = [];
  if (kind === "implementation") {
    if (metadata.spec !== undefined)
      declared.push({ role: "spec", key: "spec", ref: metadata.spec, optional: false });
    for (const { ref, type, optional } of metadata.references) {
      declared.push({ role: "reference", key: "references", ref, optional, type });
    }
  }
  if (kind === "scratch_pad" && metadata.target !== undefined) {
    declared.push({ role: "target", key: "target", ref: metadata.target, optional: false });
  }
  if (kind !== "implementation") {
    for (const { ref, optional } of metadata.dependencies)
      declared.push({ role: "dependency", key: "dependencies", ref, optional });
  }
  const from = { kind, path: artifact.path };
  const edges: StoredEdge[] = [];
  for (const edge of declared)
    edges.push({ ...edge, target: await followRef(snapshot, from, edge.ref, edge.role) });
  return edges;
}

/** One edge for each target; it is optional only if every entry for that target is. */
export function mergedEdges(edges: readonly StoredEdge[]): StoredEdge[] {
  const merged = new Map<string, StoredEdge>();
  for (const edge of edges) {
    const key = targetKey(edge.target, edge.ref);
    const other = merged.get(key);
    merged.set(key, other === undefined ? edge : { ...other, optional: other.optional && edge.optional });
  }
  return [...merged.values()];
}
