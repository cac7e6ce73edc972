import { at } from "../../../kernel/array.ts";
import { field, fieldCount, frequency } from "../../store/fields.ts";
import { fileRoles } from "../../store/records.ts";
import type { Segment } from "../../store/segment.ts";
import { pathShareOf } from "../boost.ts";
import type { PartScores, TermLists } from "../lexical.ts";
import type { Query } from "../query.ts";
import type { ChunkId, RawEvidence } from "./messages.ts";

/** What a shard knows of some of its chunks, in their order. */
export function rawEvidence(
  query: Query,
  scored: readonly PartScores[],
  lists: readonly TermLists[],
  cosines: readonly Float32Array[] | undefined,
  chunks: readonly ChunkId[],
): RawEvidence[] {
  const share = pathShareOf(query);
  const counts = wordCounts(query, scored, lists, chunks);
  const nearest = nearestOfFiles(cosines);
  return chunks.map((id, index) => {
    const { part, chunk } = id;
    const { part: corpusPart, scores, words } = at(scored, part);
    const { segment } = corpusPart.live;
    const file = segment.fileOf(chunk);
    return {
      ...id,
      bare: at(scores, chunk),
      words: at(words, chunk),
      ...counts(index),
      pathShare: share(corpusPart.stems[file]),
      cosine: finite(cosines?.[part]?.[chunk]),
      fileCosine: nearest(segment, part, file),
      bodyLength: at(segment.lengths, chunk * fieldCount + field.body),
      kind: segment.kindOf(chunk),
      role: at(fileRoles, segment.roleOf(file)),
    };
  });
}

/** For each chunk and each word of the query: whether its path has it, and how often its body does. */
function wordCounts(
  { words, terms }: Query,
  scored: readonly PartScores[],
  lists: readonly TermLists[],
  chunks: readonly ChunkId[],
): (index: number) => Pick<RawEvidence, "inPath" | "inBody"> {
  const width = words.length;
  const inPath = new Uint8Array(chunks.length * width);
  const inBody = new Uint8Array(chunks.length * width);
  for (const part of new Set(chunks.map((each) => each.part))) {
    const slots = new Int32Array(at(scored, part).scores.length);
    for (const [index, each] of chunks.entries()) if (each.part === part) slots[each.chunk] = index + 1;
    for (const [term, { word }] of terms.entries()) {
      const list = lists[term]?.[part];
      if (word < 0 || !list) continue;
      for (let posting = 0; posting < list.living; posting++) {
        const slot = (slots[list.chunks[posting] ?? 0] ?? 0) - 1;
        if (slot < 0) continue;
        const packed = list.fields[posting] ?? 0;
        const cell = slot * width + word;
        if (frequency(packed, field.path) > 0) inPath[cell] = 1;
        inBody[cell] = Math.max(at(inBody, cell), frequency(packed, field.body));
      }
    }
  }
  return (index) => ({
    inPath: Array.from(inPath.subarray(index * width, (index + 1) * width)),
    inBody: Array.from(inBody.subarray(index * width, (index + 1) * width)),
  });
}

/** The cosine of the nearest chunk of a file; null when none of them has one. */
function nearestOfFiles(cosines: readonly Float32Array[] | undefined) {
  const tops = new Map<string, number | null>();
  return (segment: Segment, part: number, file: number): number | null => {
    const scores = cosines?.[part];
    if (!scores) return null;
    const key = `${part} ${file}`;
    const known = tops.get(key);
    if (known !== undefined) return known;
    let max = Number.NEGATIVE_INFINITY;
    const end = segment.firstChunk(file + 1);
    for (let chunk = segment.firstChunk(file); chunk < end; chunk++)
      if (at(scores, chunk) > max) max = at(scores, chunk);
    const top = finite(max);
    tops.set(key, top);
    return top;
  };
}

/** JSON has neither NaN nor infinity. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
