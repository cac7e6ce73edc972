import { byCodePoint } from "../../kernel/order.ts";
import { readBytes } from "../../workspace/files/files.ts";
import { isRacy, isSameStamp, type Stamp } from "../../workspace/files/stamp.ts";
import { parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import { type FeatureDocuments, readDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import type { Step } from "../phase.ts";
import { type ChangeState, changeState } from "./change-verdict.ts";
import type { FileChange } from "./model.ts";

/** The state before or after a run: the feature's documents, and a fingerprint of each file that the step may write. */
export interface Snapshot {
  /** Undefined if they cannot be read. */
  readonly documents: FeatureDocuments | undefined;
  /** If the folder is that of a change. */
  readonly change: ChangeState | undefined;
  readonly fingerprints: ReadonlyMap<string, Fingerprint>;
}

interface Fingerprint {
  readonly stamp: Stamp;
  /** The content, where the stamp alone does not show every change. */
  readonly sha256: string | undefined;
}

/**
 * Takes a snapshot of the folder of all features, or of the whole checkout for `implement`, which writes code. The one
 * after a run reads the files again that `before` had to read.
 */
export async function takeSnapshot(step: Step, feature: Feature, before?: Snapshot): Promise<Snapshot> {
  const fingerprints = new Map<string, Fingerprint>();
  const readAt = Date.now();
  const others = step === "implement" ? undefined : parentPath(feature.path);
  for (const entry of await filesBelow(feature, others)) {
    const isUnsure = before?.fingerprints.get(entry.path)?.sha256 !== undefined || isRacy(entry, readAt);
    fingerprints.set(entry.path, isUnsure ? await contentOf(feature, entry) : stampIn(entry));
  }
  // The step's own documents are compared by content, and counted even if git ignores them.
  for (const entry of await filesBelow(feature, feature.path))
    fingerprints.set(entry.path, await contentOf(feature, entry));
  const documents = await readDocuments(feature);
  const change = await changeState(feature);
  return { documents: documents.ok ? documents.value : undefined, change, fingerprints };
}

async function filesBelow({ workspace }: Feature, from?: WorkspacePath): Promise<readonly WalkEntry[]> {
  const walked = await walkAll(workspace, from === undefined ? {} : { from, ignore: false });
  return walked.ok ? walked.value : [];
}

async function contentOf({ workspace }: Feature, entry: WalkEntry): Promise<Fingerprint> {
  const file = await readBytes(workspace, entry.path);
  return { stamp: entry, sha256: file.ok ? file.value.sha256 : undefined };
}

function stampIn(entry: WalkEntry): Fingerprint {
  return { stamp: entry, sha256: undefined };
}

/** By content where both were read, else by stamp. */
function isSame(a: Fingerprint | undefined, b: Fingerprint | undefined): boolean {
  if (a?.sha256 !== undefined && b?.sha256 !== undefined) return a.sha256 === b.sha256;
  return isSameStamp(a?.stamp, b?.stamp);
}

/** The files that differ between two snapshots, sorted by path. */
export function changesBetween(before: Snapshot, after: Snapshot): FileChange[] {
  const paths = [...new Set([...before.fingerprints.keys(), ...after.fingerprints.keys()])].sort(byCodePoint);
  return paths.flatMap((path) => {
    const [old, now] = [before.fingerprints.get(path), after.fingerprints.get(path)];
    if (isSame(old, now)) return [];
    return [{ path, change: old === undefined ? "created" : now === undefined ? "deleted" : "changed" }];
  });
}
