import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { chunksOf } from "../../chunk.ts";
import { swift } from "../../languages/swift/swift.ts";
import { corpusOf } from "../../rank/corpus.ts";
import { emptyManifest } from "../../store/manifest.ts";
import { SegmentBuilder, type SegmentBytes } from "../../store/segment-builder.ts";
import { memorySegment, snapshotOf } from "../../store/snapshot.ts";
import { meaningByModel } from "../meaning.ts";
import { embedSegment } from "./embed-segment.ts";
import { packagedModel } from "./load.ts";
import { nearestTerms } from "./nearest-terms.ts";
import { storeVectors, vectorsOf } from "./segment-vectors.ts";
import { packModel, questionVector, readModel, type StaticModel } from "./static-model.ts";
import { byteScale, VectorBlock } from "./vector-block.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const dimensions = 32;

/** A model in which `fetch` and `load` mean the same, and `paint` something else. */
function smallModel(): StaticModel {
  const terms = ["fetch", "load", "paint"];
  const rows = new Float32Array(terms.length * dimensions);
  for (let at = 0; at < dimensions; at++) {
    const [one, other] = [((at * 7) % 5) - 2, ((at * 11) % 7) - 3];
    rows[at] = one;
    rows[dimensions + at] = one + other / 8;
    rows[2 * dimensions + at] = other;
  }
  const bytes = packModel({ dimensions, terms, fields: Float32Array.of(2, 1, 1, 1, 1, 1), rows });
  const model = readModel(bytes);
  if (!model) throw new Error("unreadable");
  return model;
}

function segmentOf(text: string): SegmentBytes {
  const builder = new SegmentBuilder();
  const stamp = { size: text.length, mtimeMs: 0, ctimeMs: 0 };
  const record = {
    path: "A.swift",
    stamp,
    hash: "00",
    language: "swift",
    role: "source",
    state: "indexed",
  } as const;
  const chunks = chunksOf(text, swift.parse(text, "A.swift"));
  builder.add({ record, text, utf8: Buffer.from(text), facts: new Uint8Array(), chunks });
  return builder.finish();
}

const source = "func load() {\n  run()\n  end()\n}\n\nfunc paint() {\n  run()\n  end()\n}\n";

describe("the static model", () => {
  it("finds a declaration by a word that the code does not hold", () => {
    const live = memorySegment(segmentOf(source));
    const snapshot = snapshotOf(emptyManifest("test"), [live]);
    const meaning = meaningByModel(smallModel(), "fetch", undefined);
    const [scores] = meaning?.(corpusOf(snapshot), undefined) ?? [];
    expect(scores?.[0]).toBeGreaterThan(0.5);
    expect(scores?.[1]).toBeLessThan(0.2);
  });

  it("leaves files that a filter excludes without a score", () => {
    const live = memorySegment(segmentOf(source));
    const snapshot = snapshotOf(emptyManifest("test"), [live]);
    const [scores] =
      meaningByModel(smallModel(), "fetch", undefined)?.(corpusOf(snapshot), [Uint8Array.of(0)]) ?? [];
    expect([...(scores ?? [])].every((score) => Number.isNaN(score))).toBe(true);
  });

  it("has no opinion on a question whose words it does not know", () => {
    expect(meaningByModel(smallModel(), "42 ++ x", undefined)).toBeUndefined();
  });

  it("gives a question and the same words in code nearly the same direction", () => {
    const model = smallModel();
    const block = embedSegment(model, memorySegment(segmentOf("func load() {}\n")).segment);
    expect(block.nearness(questionVector(model, "load"))[0]).toBeGreaterThan(0.9);
  });

  it("refuses bytes that are not a model", () => {
    expect(readModel(new Uint8Array(40))).toBeUndefined();
  });
});

describe("a block of vectors", () => {
  it("computes what plain arithmetic computes, for any number of rows", () => {
    for (const count of [0, 1, 7, 300]) {
      const block = new VectorBlock(count, dimensions);
      for (let at = 0; at < block.rows.length; at++) block.rows[at] = ((at * 37) % 255) - 127;
      const query = Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at) / 4);
      const scores = block.nearness(query);
      for (let row = 0; row < count; row++) {
        let sum = 0;
        for (let at = 0; at < dimensions; at++)
          sum += ((block.rows[row * dimensions + at] ?? 0) / byteScale) * (query[at] ?? 0);
        expect(scores[row]).toBeCloseTo(sum, 2);
      }
    }
  });
});

describe("vectors of segments", () => {
  function stored() {
    const folder = mkdtempSync(join(tmpdir(), "hewto-vectors-"));
    folders.push(folder);
    const live = memorySegment(segmentOf(source), "s1-0123abcd");
    return { folder, live, snapshot: snapshotOf(emptyManifest("test"), [live]) };
  }

  it("are stored next to their segment under the model's name, and are read back unchanged", () => {
    const { folder, snapshot } = stored();
    const model = smallModel();
    storeVectors(model, snapshot, folder);
    expect(readdirSync(folder)).toEqual([`s1-0123abcd.search.${model.id}.vectors`]);
    const again = memorySegment(segmentOf(source), "s1-0123abcd");
    expect(vectorsOf(model, again, folder).rows).toEqual(embedSegment(model, again.segment).rows);
  });

  it("are computed again when the file is damaged", () => {
    const { folder, live, snapshot } = stored();
    const model = smallModel();
    const file = join(folder, `s1-0123abcd.search.${model.id}.vectors`);
    writeFileSync(file, "cut off");
    storeVectors(model, snapshot, folder);
    expect(readFileSync(file).length).toBe(live.segment.chunkCount * dimensions);
  });
});

describe("the model in the package", () => {
  it("knows that giving up after failures is near to a circuit breaker, and far from fonts", () => {
    const model = packagedModel();
    const near = cosine(model, "stop calling after repeated failures", "circuit breaker open retry");
    const far = cosine(model, "stop calling after repeated failures", "draw glyph font");
    expect(near).toBeGreaterThan(far + 0.1);
  });

  it("names terms near to a question, the question's own among them", () => {
    const terms = nearestTerms(packagedModel(), "username and password", 6);
    expect(terms).toContain("password");
    expect(terms.length).toBeLessThanOrEqual(6);
    expect(nearestTerms(packagedModel(), "", 6)).toEqual([]);
  });

  it("fits into the package", () => {
    expect(statSync(join(import.meta.dirname, "model.bin")).size).toBeLessThan(8_000_000);
    expect(packagedModel().dimensions % 16).toBe(0);
  });
});

function cosine(model: StaticModel, a: string, b: string): number {
  const [one, other] = [questionVector(model, a), questionVector(model, b)];
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
