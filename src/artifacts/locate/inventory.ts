import type { Fault } from "../../kernel/fault.ts";
import { childPath, literalPath } from "../../workspace/paths/paths.ts";
import { type Artifact, readArtifact } from "../model/artifact.ts";
import { type ArtifactKind, type ArtifactRef, artifactKinds, handleOf, kindFacts } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";

/** An artifact whose document cannot be read. The others are not affected. */
export interface UnreadableArtifact {
  readonly ref: ArtifactRef;
  readonly handle: string;
  readonly path: string;
  readonly fault: Fault;
}

export interface Inventory {
  /** By kind, then by name. */
  readonly artifacts: readonly Artifact[];
  readonly unreadable: readonly UnreadableArtifact[];
}

/** Every artifact of the workspace: one level below the folder of its kind, never deeper. */
export async function takeInventory(
  snapshot: FileSnapshot,
  kinds: readonly ArtifactKind[] = artifactKinds,
): Promise<Inventory> {
  const artifacts: Artifact[] = [];
  const unreadable: UnreadableArtifact[] = [];
  for (const kind of kinds) {
    const { folder, file } = kindFacts[kind];
    for (const entry of await snapshot.folder(literalPath(folder))) {
      if (entry.kind === "file" || (entry.kind === "other" && !entry.link)) continue;
      const ref = { kind, name: entry.name };
      const path = childPath(entry.path, file);
      const artifact = await readArtifact(snapshot, ref, path);
      if (artifact.ok) artifacts.push(artifact.value);
      // A folder without the document is not an artifact; it is empty or holds notes.
      else if (artifact.fault.code !== "path_not_found" || entry.link) {
        unreadable.push({ ref, handle: handleOf(ref), path, fault: artifact.fault });
      }
    }
  }
  return { artifacts, unreadable };
}
