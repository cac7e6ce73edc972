import { expect, it } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { analyse } from "../index/analyze.ts";
import { PostingCollector } from "./postings.ts";
import { memorySegment } from "./snapshot.ts";
import { Vocabulary } from "./vocabulary.ts";

const smile = "\u{1f600}";
const crab = "\u{1f980}";

async function segmentOf(text: string) {
  const root = await temporaryTree({ "data.txt": text });
  const stamp = stampOf(`${root}/data.txt`);
  if (!stamp) throw new Error("It was just written.");
  const { segment } = await analyse({ root, files: [{ path: "data.txt", stamp }] });
  return memorySegment(segment).segment;
}

/** One endless line of words of five units whose borders at 4,000 fall into the middle of a character. */
const endless = `zz${Array.from({ length: 4_000 }, (_, n) => `ab${n % 1_600 < 800 ? smile : crab} `).join("")}`;

it("an endless line is not cut inside a character", async () => {
  const segment = await segmentOf(endless);
  for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
    const { from, to } = segment.detailsOf(chunk);
    expect(endless.slice(from, to)).not.toMatch(/\p{Surrogate}/u);
  }
});

// covers team: odd-terms
it("halves of surrogate pairs make neither the same term twice nor terms out of order", () => {
  const vocabulary = new Vocabulary();
  const names = ["a\ud83d", "a\ud83e", "\ude00b", "\uffee", "b"];
  const numbers = names.flatMap((name) => vocabulary.nameTerms(name).terms);
  const postings = new PostingCollector(vocabulary.terms);
  for (const number of numbers) postings.add(number, 5);
  postings.endChunk();
  const { terms, termStarts } = postings.finish();
  const stored = Array.from({ length: termStarts.length - 1 }, (_, term) =>
    Buffer.from(terms.subarray(termStarts[term], termStarts[term + 1])).toString(),
  );
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored).toEqual(stored.toSorted((a, b) => (a < b ? -1 : 1)));
});

it("a name that ends in half a character is found under the term that it is stored as", async () => {
  const segment = await segmentOf("caf\ud83d here\n");
  expect(segment.findTerm("\ud83e")).toBe(segment.findTerm("\ufffd"));
});
