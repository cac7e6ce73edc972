import type { Coverage, VisitCoverage } from "../model.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../read/values.ts";

interface Segment {
  readonly line: number;
  readonly count: number;
  readonly hasCount: boolean;
}

const maxLines = 1_000_000;

/** `llvm-cov export` of Swift, Rust, C and C++: each segment holds until the next one. */
export function readLlvmCov(root: Fields, visit: VisitCoverage): Coverage {
  let files = 0;
  for (const unit of listOf(root["data"]).map(fieldsOf)) {
    for (const entry of listOf(unit["files"]).map(fieldsOf)) {
      const file = textOf(entry["filename"]);
      if (file === undefined) continue;
      files += 1;
      visit({ file, lines: linesOf(listOf(entry["segments"]).flatMap(segmentOf)) });
    }
  }
  return { kind: "llvm-cov", files, notes: [] };
}

/** `[line, column, count, hasCount, isRegionEntry, isGapRegion]`. */
function segmentOf(value: unknown): Segment[] {
  const [line, , count, hasCount, , isGap] = listOf(value);
  if (typeof line !== "number" || typeof count !== "number" || !Number.isSafeInteger(line) || line < 1)
    return [];
  return [{ line, count, hasCount: hasCount === true && isGap !== true }];
}

/** The hits of a line are the highest of the regions on it. */
function linesOf(segments: readonly Segment[]): Map<number, number> {
  const hits = new Map<number, number>();
  segments.forEach(({ line, count, hasCount }, index) => {
    const next = segments[index + 1];
    if (!hasCount || next === undefined) return;
    // The next region decides about its own line, unless this one reaches into it.
    const last = Math.min(Math.max(line, next.line - (next.hasCount ? 1 : 0)), maxLines);
    for (let at = line; at <= last; at++) hits.set(at, Math.max(count, hits.get(at) ?? 0));
  });
  return hits;
}
