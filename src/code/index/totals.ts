import { fileRoles } from "../store/records.ts";
import type { Snapshot } from "../store/snapshot.ts";

export interface Totals {
  readonly chunks: number;
  readonly snippets: number;
}

/** What the index holds: chunks of anything, sections of documentation among them. */
export function totalsOf(snapshot: Snapshot | undefined): Totals {
  let chunks = 0;
  let snippets = 0;
  for (const { segment, dropped } of snapshot?.segments ?? []) {
    for (const [file, path] of segment.paths.entries()) {
      if (dropped.has(file)) continue;
      const own = segment.firstChunk(file + 1) - segment.firstChunk(file);
      chunks += own;
      if (fileRoles[segment.roleOf(file)] === "docs" || path.endsWith(".md")) snippets += own;
    }
  }
  return { chunks, snippets };
}
