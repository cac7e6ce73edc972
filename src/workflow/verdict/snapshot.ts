import { byCodePoint } from "../../kernel/order.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import { type FeatureDocuments, readDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import type { Step } from "../phase.ts";
import type { FileChange } from "./model.ts";

/** The state before or after a run: the feature's documents, and a fingerprint of each file that the step may write. */
export interface Snapshot {
  /** Undefined if they cannot be read. */
  readonly documents: FeatureDocuments | undefined;
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** Takes a snapshot of the folder of all features, or of the whole checkout for `implement`, which writes code. */
export async function takeSnapshot(step: Step, feature: Feature): Promise<Snapshot> {
  const fingerprints = new Map<string, string>();
  const others = step === "implement" ? undefined : parentPath(feature.path);
  for (const entry of await filesBelow(feature, others)) fingerprints.set(entry.path, stamp(entry));
  // The step's own documents are compared by content, and counted even if git ignores them.
  for (const entry of await filesBelow(feature, feature.path)) {
    const file = await readBytes(feature.workspace, entry.path);
    fingerprints.set(entry.path, file.ok ? file.value.sha256 : stamp(entry));
  }
  const documents = await readDocuments(feature);
  return { documents: documents.ok ? documents.value : undefined, fingerprints };
}

async function filesBelow({ workspace }: Feature, from?: WorkspacePath): Promise<readonly WalkEntry[]> {
  const walked = await walkAll(workspace, from === undefined ? {} : { from, ignore: false });
  return walked.ok ? walked.value : [];
}

function stamp({ size, mtimeMs, ino }: WalkEntry): string {
  return `${size} ${mtimeMs} ${ino}`;
}

/** The files that differ between two snapshots, sorted by path. */
export function changesBetween(before: Snapshot, after: Snapshot): FileChange[] {
  const paths = [...new Set([...before.fingerprints.keys(), ...after.fingerprints.keys()])].sort(byCodePoint);
  return paths.flatMap((path) => {
    const [old, now] = [before.fingerprints.get(path), after.fingerprints.get(path)];
    if (old === now) return [];
    return [{ path, change: old === undefined ? "created" : now === undefined ? "deleted" : "changed" }];
  });
}
