import type { FileRecord, Stamp } from "../store/records.ts";
import { hasStamp, recordOf, type Snapshot } from "../store/snapshot.ts";
import type { FileToRead } from "./analyze.ts";

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
  let known = 0;
  for (const entry of entries) {
    const { path } = entry;
    const place = snapshot?.files.get(path);
    if (!snapshot || !place) {
      toRead.push({ path, stamp: stampIn(entry) });
      continue;
    }
    known++;
    if (hasStamp(snapshot, path, place, entry)) {
      settled++;
      if (place.at.segment.stateOf(place.file) !== "indexed") refused.push(recordOf(place));
    } else {
      const { state, hash } = recordOf(place);
      // Files that were skipped before are checked again, so that they count as skipped, not as unchanged.
      toRead.push({ path, stamp: stampIn(entry), ...(state === "indexed" && { knownHash: hash }) });
    }
  }
  const gone = snapshot && known < snapshot.files.size ? goneSince(snapshot, entries) : [];
  return { toRead, gone, settled, refused };
}

function stampIn({ size, mtimeMs, ctimeMs }: SeenFile): Stamp {
  return { size, mtimeMs, ctimeMs };
}

function goneSince(snapshot: Snapshot, entries: readonly SeenFile[]): string[] {
  const seen = new Set<string>(entries.map(({ path }) => path));
  return [...snapshot.files.keys()].filter((path) => !seen.has(path));
}
