import type { FileRecord, Stamp } from "../store/records.ts";
import { hasStamp, recordOf, type Snapshot } from "../store/snapshot.ts";
import type { FileToRead } from "./analyze.ts";

/** What differs between the disk and the index, by what a walk sees alone. */
export interface Plan {
  readonly toRead: readonly FileToRead[];
  readonly missing: readonly string[];
  /** How many files need no look: their stamps are those of the index. */
  readonly unchanged: number;
  /** Of those, the ones that the index could not or would not read. */
  readonly refused: readonly FileRecord[];
}

/** A file on disk, by what can be seen without reading it. */
export interface SeenFile extends Stamp {
  readonly path: string;
}

export function planUpdate(entries: readonly SeenFile[], snapshot: Snapshot | undefined): Plan {
  const toRead: FileToRead[] = [];
  const refused: FileRecord[] = [];
  let unchanged = 0;
  let indexed = 0;
  for (const entry of entries) {
    const { path } = entry;
    const place = snapshot?.files.get(path);
    if (!snapshot || !place) {
      toRead.push({ path, stamp: stampIn(entry) });
      continue;
    }
    indexed++;
    if (hasStamp(snapshot, path, place, entry)) {
      unchanged++;
      if (place.at.segment.stateOf(place.file) !== "indexed") refused.push(recordOf(place));
    } else {
      const { state, hash } = recordOf(place);
      // Files that were skipped before are checked again, so that they count as skipped, not as unchanged.
      toRead.push({ path, stamp: stampIn(entry), knownHash: state === "indexed" ? hash : undefined });
    }
  }
  const missing = snapshot && indexed < snapshot.files.size ? missingSince(snapshot, entries) : [];
  return { toRead, missing, unchanged, refused };
}

function stampIn({ size, mtimeMs, ctimeMs }: SeenFile): Stamp {
  return { size, mtimeMs, ctimeMs };
}

function missingSince(snapshot: Snapshot, entries: readonly SeenFile[]): string[] {
  const paths = new Set<string>(entries.map(({ path }) => path));
  return [...snapshot.files.keys()].filter((path) => !paths.has(path));
}
