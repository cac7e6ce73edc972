import { PostingWriter } from "./postings.ts";
import type { Stamp } from "./records.ts";
import { type SegmentBytes, SegmentTable } from "./segment-builder.ts";
import type { LiveSegment } from "./snapshot.ts";

/**
 * One segment out of several, without what was dropped. Terms of all inputs are walked in order side by side;
 * chunks keep their order, so lists are simply written one after the other.
 */
export function mergeSegments(
  inputs: readonly LiveSegment[],
  stampFor: (path: string) => Stamp | undefined,
): SegmentBytes {
  const table = new SegmentTable();
  const renumbered = inputs.map((input) => copyFiles(input, table, stampFor));
  return table.finish(mergePostings(inputs, renumbered));
}

const noChunk = 0xffffffff;

/** Copies files and chunks; gives the new number of each old chunk. */
function copyFiles(
  { segment, dropped, texts }: LiveSegment,
  table: SegmentTable,
  stampFor: (path: string) => Stamp | undefined,
): Uint32Array {
  const numbers = new Uint32Array(segment.chunkCount).fill(noChunk);
  for (let file = 0; file < segment.fileCount; file++) {
    if (dropped.has(file)) continue;
    const record = segment.record(file);
    const stamp = stampFor(record.path) ?? record.stamp;
    table.file({ ...record, stamp }, texts(segment.textRange(file)), texts(segment.factsRange(file)));
    const end = segment.firstChunk(file + 1);
    for (let chunk = segment.firstChunk(file); chunk < end; chunk++) {
      const lines = segment.linesOf(chunk);
      numbers[chunk] = table.chunks;
      table.copied(
        segment.detailBytes(chunk),
        segment.kindCode(chunk),
        lines.first,
        lines.last,
        segment.keyOf(chunk),
        segment.lengthsOf(chunk),
      );
    }
  }
  return numbers;
}

function mergePostings(inputs: readonly LiveSegment[], renumbered: readonly Uint32Array[]) {
  const writer = new PostingWriter();
  const cursors = inputs.map(({ segment }, index) => ({ segment, index, term: 0, text: segment.termAt(0) }));
  let active = cursors.filter(({ segment }) => segment.termCount > 0);
  while (active.length > 0) {
    const text = firstText(active);
    let hasStarted = false;
    let ended = false;
    for (const cursor of active) {
      if (cursor.text !== text) continue;
      const numbers = renumbered[cursor.index];
      cursor.segment.postings(cursor.term, (chunk, fields) => {
        const number = numbers?.[chunk] ?? noChunk;
        if (number === noChunk) return;
        if (!hasStarted) writer.begin(text);
        hasStarted = true;
        writer.posting(number, fields);
      });
      cursor.term++;
      if (cursor.term < cursor.segment.termCount) cursor.text = cursor.segment.termAt(cursor.term);
      else ended = true;
    }
    if (ended) active = active.filter(({ segment, term }) => term < segment.termCount);
  }
  return writer.finish();
}

function firstText(cursors: readonly { readonly text: string }[]): string {
  let first = cursors[0]?.text ?? "";
  for (const { text } of cursors) if (text < first) first = text;
  return first;
}
