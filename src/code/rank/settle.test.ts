import fc from "fast-check";
import { expect, it } from "vitest";
import type { Candidate } from "./candidate.ts";
import { settle } from "./settle.ts";

const chunksPerFile = 4;

function candidate(chunk: number, score: number, repository = ""): Candidate {
  const path = `${"abcdef"[Math.floor(chunk / chunksPerFile)]}.md`;
  const place = { repository, path, ordinal: chunk % chunksPerFile };
  return { shard: 0, part: 0, chunk, place, score, coverage: 1, reasons: {} };
}

/** Again and again the best of what is left, each file's further chunks counting less: the definition. */
function greedy(candidates: readonly Candidate[], limit: number, further: number): [number, number][] {
  const left = [...candidates];
  const taken = new Map<number, number>();
  const chosen: [number, number][] = [];
  const scoreOf = ({ chunk, score }: Candidate) =>
    score * (taken.get(Math.floor(chunk / chunksPerFile)) ?? 1);
  while (chosen.length < limit && left.length > 0) {
    left.sort((a, b) => scoreOf(b) - scoreOf(a) || a.chunk - b.chunk);
    const best = left.shift();
    if (!best) break;
    chosen.push([best.chunk, scoreOf(best)]);
    const file = Math.floor(best.chunk / chunksPerFile);
    taken.set(file, (taken.get(file) ?? 1) * further);
  }
  return chosen;
}

it("takes the best of what is left each time, further chunks of a file counting less", () => {
  const scores = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(scores, fc.constantFrom(0.5, 1), fc.integer({ min: 1, max: 14 }), (given, further, limit) => {
      const candidates = given.map((score, chunk) => candidate(chunk, score));
      const settled = settle(candidates, limit, further);
      expect(settled.map(({ chunk, score }) => [chunk, score])).toEqual(greedy(candidates, limit, further));
    }),
    { numRuns: 300 },
  );
});

it("files of two repositories with the same path are two files", () => {
  const candidates = ["ferry", "harbor"].map((repository) => candidate(0, 4, repository));
  expect(settle(candidates, 2, 0.5).map(({ score }) => score)).toEqual([4, 4]);
});

it("a file with chunks in several segments is one file", () => {
  const candidates = [0, 1].map((part) => ({ ...candidate(part, 4), part }));
  expect(settle(candidates, 2, 0.5).map(({ score }) => score)).toEqual([4, 2]);
});
