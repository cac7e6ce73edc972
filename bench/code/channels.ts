import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { type Snapshot, textOf } from "../../src/code/store/snapshot.ts";

export interface Found {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly symbols: readonly string[];
}

export type Channel = (query: string) => Found[];

/** Hewto without its model: words, names and locations only. */
export function words(snapshot: Snapshot, root: string): Channel {
  return (query) => search(snapshot, { query: readQuery(query), root, limit: 10 });
}

/** Hewto: what `search_code` does with a snapshot. */
export function blend(snapshot: Snapshot, root: string, model: StaticModel, weight: number): Channel {
  return (query) => {
    const meaning = meaningByModel(model, query, undefined);
    return search(snapshot, {
      query: readQuery(query),
      root,
      limit: 10,
      ...(meaning ? { semantic: { meaning, weight } } : {}),
    });
  };
}

interface Text extends Found {
  readonly text: string;
}

function chunksIn(snapshot: Snapshot): Text[] {
  const chunks: Text[] = [];
  for (const [path, place] of snapshot.files) {
    const { segment } = place.at;
    const text = textOf(place);
    for (
      let chunk = segment.fileChunks[place.file] ?? 0;
      chunk < (segment.fileChunks[place.file + 1] ?? 0);
      chunk++
    ) {
      const { from, to, symbols } = segment.detailsOf(chunk);
      const [startLine = 0, endLine = 0] = segment.chunkLines.subarray(chunk * 2, chunk * 2 + 2);
      chunks.push({ path, startLine, endLine, symbols, text: text.slice(from, to) });
    }
  }
  return chunks;
}

/** What grep would find: chunks by how many of the words they contain. */
export function grep(snapshot: Snapshot): Channel {
  const chunks = chunksIn(snapshot).map((chunk) => ({ chunk, lower: chunk.text.toLowerCase() }));
  return (query) => {
    const words = plainWords(query);
    return best(
      chunks.map(({ chunk, lower }) => ({
        chunk,
        score: words.filter((word) => lower.includes(word)).length,
      })),
    );
  };
}

/** Textbook BM25: unchanged words, one field, k1 1.2, b 0.75. */
export function plainBm25(snapshot: Snapshot): Channel {
  const chunks = chunksIn(snapshot).map((chunk) => {
    const counts = new Map<string, number>();
    const words = plainWords(`${chunk.path} ${chunk.text}`);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { chunk, counts, length: words.length };
  });
  const average = chunks.reduce((sum, { length }) => sum + length, 0) / Math.max(1, chunks.length);
  const holders = new Map<string, number>();
  for (const { counts } of chunks)
    for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  return (query) => {
    const words = [...new Set(plainWords(query))];
    return best(
      chunks.map(({ chunk, counts, length }) => {
        let score = 0;
        for (const word of words) {
          const tf = counts.get(word) ?? 0;
          const df = holders.get(word) ?? 0;
          const idf = Math.log(1 + (chunks.length - df + 0.5) / (df + 0.5));
          score += (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average));
        }
        return { chunk, score };
      }),
    );
  };
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function best(scored: { chunk: Text; score: number }[]): Found[] {
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ chunk }) => chunk);
}
