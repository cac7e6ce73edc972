import { byCodePoint } from "../../kernel/order.ts";
import { readBytes } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import { type FeatureDocuments, readDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import type { Step } from "../phase.ts";
import type { FileChange } from "./model.ts";

/** What a run is judged by: the feature's documents, and a mark for each file that the step may write. */
export interface Snapshot {
  /** Undefined where they cannot be read. */
  readonly documents: FeatureDocuments | undefined;
  readonly marks: ReadonlyMap<string, string>;
}

/** A look at the feature's folder; for `implement`, which writes code, at the whole checkout. */
export async function takeSnapshot(step: Step, feature: Feature): Promise<Snapshot> {
  const marks = new Map<string, string>();
  if (step === "implement")
    for (const entry of await filesBelow(feature)) marks.set(entry.path, stamp(entry));
  // By content and whether git ignores them or not: these are the step's own documents.
  for (const entry of await filesBelow(feature, feature.path)) {
    const file = await readBytes(feature.workspace, entry.path);
    marks.set(entry.path, file.ok ? file.value.sha256 : stamp(entry));
  }
  const documents = await readDocuments(feature);
  return { documents: documents.ok ? documents.value : undefined, marks };
}

async function filesBelow({ workspace }: Feature, from?: WorkspacePath): Promise<readonly WalkEntry[]> {
  const walked = await walkAll(workspace, from === undefined ? {} : { from, ignore: false });
  return walked.ok ? walked.value : [];
}

function stamp({ size, mtimeMs, ino }: WalkEntry): string {
  return `${size} ${mtimeMs} ${ino}`;
}

/** The files that differ between two looks, by path. */
export function changesBetween(before: Snapshot, after: Snapshot): FileChange[] {
  const paths = [...new Set([...before.marks.keys(), ...after.marks.keys()])].sort(byCodePoint);
  return paths.flatMap((path) => {
    const [old, now] = [before.marks.get(path), after.marks.get(path)];
    if (old === now) return [];
    return [{ path, change: old === undefined ? "created" : now === undefined ? "deleted" : "changed" }];
  });
}
