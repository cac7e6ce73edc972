import { expect, test } from "vitest";
import { Analyzer } from "../index/analyze.ts";
import { readQuery } from "../rank/query.ts";
import { search } from "../search.ts";
import { emptyManifest } from "../store/manifest.ts";
import { packSections, readSections } from "../store/sections.ts";
import { memorySegment, snapshotOf } from "../store/snapshot.ts";
import { checkSegment } from "./check-segment.ts";

async function someSegment() {
  const analyzer = new Analyzer();
  for (let n = 0; n < 5; n++) {
    const text = Buffer.from(
      `/** Basket ${n} */\nexport function fill${n}(apples: number) { return apples * ${n}; }\n`,
    );
    await analyzer.readContent(`src/basket${n}.ts`, text.length, text);
  }
  return analyzer.take().segment;
}

/** The segment with one column replaced. */
async function withColumn(name: string, edit: (bytes: Uint8Array) => Uint8Array) {
  const { search, texts } = await someSegment();
  const sections = new Map(readSections(search));
  sections.set(name, edit(Uint8Array.from(sections.get(name) ?? [])));
  return { search: packSections(sections), texts };
}

test("a segment as a worker makes it is sound", async () => {
  expect(checkSegment(await someSegment())?.fileCount).toBe(5);
});

test.each<[string, string, (bytes: Uint8Array) => Uint8Array]>([
  ["endless varints", "lists", (bytes) => bytes.fill(0xff)],
  ["chunks that do not exist", "lists", (bytes) => bytes.fill(0x7e)],
  [
    "a text beyond its file",
    "file.ranges",
    (bytes) => new Uint8Array(Float64Array.from({ length: bytes.length / 8 }, () => 1e12).buffer),
  ],
  [
    "negative places",
    "file.ranges",
    (bytes) => new Uint8Array(Float64Array.from({ length: bytes.length / 8 }, () => -1).buffer),
  ],
  [
    "a path that leads out",
    "file.paths",
    (bytes) => Buffer.from(Buffer.from(bytes).toString().replace("src/basket0", "../../secret")),
  ],
  [
    "the same path twice",
    "file.paths",
    (bytes) => Buffer.from(Buffer.from(bytes).toString().replace("basket1", "basket0")),
  ],
  ["chunks of another file", "chunk.files", (bytes) => bytes.fill(0)],
])("a hostile segment is refused: %s", async (_, name, edit) => {
  expect(checkSegment(await withColumn(name, edit))).toBeUndefined();
});

// covers team: hostile-segment
test("whatever bytes are flipped, a segment is refused or searched without an error", async () => {
  const { search: bytes, texts } = await someSegment();
  let state = 42;
  const random = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % limit;
  };
  let accepted = 0;
  for (let round = 0; round < 1500; round++) {
    const hostile = Uint8Array.from(bytes);
    for (let flips = 1 + random(4); flips > 0; flips--) hostile[random(hostile.length)] = random(256);
    const segment = checkSegment({ search: hostile, texts });
    if (!segment) continue;
    accepted++;
    const snapshot = snapshotOf(emptyManifest(""), [
      memorySegment({ search: hostile, texts }, "s1-00000000"),
    ]);
    for (const query of ["fill3", "basket apples"])
      search(snapshot, { query: readQuery(query), root: "/", limit: 5 });
  }
  expect(accepted).toBeGreaterThan(0);
});
