import type { FileRecord, Stamp } from "../store/records.ts";
import { recordOf, type Snapshot, stampOf } from "../store/snapshot.ts";
import type { FileToRead } from "./analyse.ts";

/** What differs between the disk and the index, by what a walk sees alone. */
export interface Plan {
  readonly toRead: readonly FileToRead[];
  readonly gone: readonly string[];
  /** How many files need no look: their stamps are those of the index. */
  readonly settled: number;
  /** Of the settled ones, those that the index could not or would not read. */
  readonly refused: readonly FileRecord[];
}

/** A file on disk, by what can be seen without reading it. */
export interface SeenFile extends Stamp {
  readonly path: string;
}

export function planUpdate(entries: readonly SeenFile[], snapshot: Snapshot | undefined): Plan {
  const toRead: FileToRead[] = [];
  const refused: FileRecord[] = [];
  let settled = 0;
  const seen = new Set<string>();
  for (const entry of entries) {
    const { path } = entry;
    const stamp: Stamp = { size: entry.size, mtimeMs: entry.mtimeMs, ctimeMs: entry.ctimeMs };
    seen.add(path);
    const place = snapshot?.files.get(path);
    if (!snapshot || !place) {
      toRead.push({ path, stamp });
    } else if (isSame(stampOf(snapshot, path, place), stamp)) {
      settled++;
      if (place.at.segment.stateOf(place.file) !== "indexed") refused.push(recordOf(place));
    } else {
      const { state, hash } = recordOf(place);
      // What was left out before is judged anew, so that it counts as left out, not as unchanged.
      toRead.push({ path, stamp, ...(state === "indexed" && { knownHash: hash }) });
    }
  }
  const gone = snapshot ? [...snapshot.files.keys()].filter((path) => !seen.has(path)) : [];
  return { toRead, gone, settled, refused };
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}
