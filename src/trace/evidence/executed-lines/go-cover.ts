import type { Coverage, VisitCoverage } from "../model.ts";

const block = /^(.+):(\d+)\.\d+,(\d+)\.(\d+) \d+ (\d+)$/;

/** A cover profile of Go: `example.com/ferry/booking.go:3.27,4.15 1 1`. */
export function readGoCover(lines: Iterable<string>, visit: VisitCoverage): Coverage {
  const files = new Map<string, Map<number, number>>();
  for (const line of lines) {
    const [, file, start, end, endColumn, count] = block.exec(line) ?? [];
    if (file === undefined) continue;
    const hits = files.get(file) ?? new Map<number, number>();
    files.set(file, hits);
    // A block that ends before the first character of a line does not execute that line.
    const last = Number(endColumn) <= 1 ? Number(end) - 1 : Number(end);
    for (let at = Number(start); at <= last && at - Number(start) < 100_000; at++) {
      hits.set(at, Math.max(Number(count), hits.get(at) ?? 0));
    }
  }
  for (const [file, hits] of files) visit({ file, lines: hits });
  return { kind: "go-cover", files: files.size, notes: [] };
}
