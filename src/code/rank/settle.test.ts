import fc from "fast-check";
import { expect, it } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { analyse } from "../index/analyze.ts";
import { emptyManifest } from "../store/manifest.ts";
import { memorySegment, snapshotOf } from "../store/snapshot.ts";
import type { Candidate } from "./boost.ts";
import { corpusOf } from "./corpus.ts";
import { settle } from "./settle.ts";

const chunksPerFile = 4;
const text = Array.from({ length: chunksPerFile }, (_, n) => `# Part ${n}\n\nText.\n`).join("\n");

async function segmentOf(paths: readonly string[]) {
  const root = await temporaryTree(Object.fromEntries(paths.map((path) => [path, text])));
  const files = paths.map((path) => {
    const stamp = stampOf(`${root}/${path}`);
    if (!stamp) throw new Error("It was just written.");
    return { path, stamp };
  });
  const { segment } = await analyse({ root, files });
  return memorySegment(segment);
}

async function corpus() {
  const segment = await segmentOf(["a.md", "b.md", "c.md"]);
  return corpusOf(snapshotOf(emptyManifest(""), [segment]));
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

it("takes the best of what is left each time, further chunks of a file counting less", async () => {
  const searched = await corpus();
  const scores = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(scores, fc.constantFrom(0.5, 1), fc.integer({ min: 1, max: 14 }), (given, further, limit) => {
      const candidates = given.map((score, chunk) => ({ part: 0, chunk, score, coverage: 1, reasons: {} }));
      const settled = settle(searched, candidates, limit, further);
      expect(settled.map(({ chunk, score }) => [chunk, score])).toEqual(greedy(candidates, limit, further));
    }),
    { numRuns: 300 },
  );
});

it("files of two repositories with the same path are two files", async () => {
  const segments = [await segmentOf(["README.md"]), await segmentOf(["README.md"])];
  const both = corpusOf(snapshotOf(emptyManifest(""), segments));
  const candidates = [0, 1].map((part) => ({ part, chunk: 0, score: 4, coverage: 1, reasons: {} }));
  expect(settle(both, candidates, 2, 0.5).map(({ score }) => score)).toEqual([4, 4]);
});
