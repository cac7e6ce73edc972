import { expect, it } from "vitest";
import { CodeIndex } from "../../src/code/index/fresh.ts";
import { updateIndex } from "../../src/code/index/update.ts";
import { dump, dumpOf, indexFolder, searchFolder } from "../support/code-index.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { bundleProgram, startProgram } from "../support/writer-process.ts";

/** `npm run test:crash` raises it. */
const kills = Math.min(200, Number(process.env.HEWTO_CRASH ?? 4));
const files = 500;
/** Batches are at most 100 files: there are this many moments at which half an index could be seen. */
const batches = files / 100;
const minutes = 60_000;

const sources = () =>
  Object.fromEntries(
    Array.from({ length: files }, (_, n) => [
      `Sources/F${n}.swift`,
      `struct Kept${n} { let number = ${n} }\n`,
    ]),
  );

it("a search while a forced rebuild runs sees the whole index, never half of the new one", async () => {
  const root = await temporaryTree(sources());
  await indexFolder(root);
  const whole = dumpOf(root);
  const seen: number[] = [];
  const report = await updateIndex(
    { root },
    {
      force: true,
      signal: new AbortController().signal,
      progress: () => {
        const now = dump(new CodeIndex({ root }).stored());
        expect(now).toEqual(whole);
        seen.push(now.length);
      },
      unwritten: { bytes: 1, ms: 0 },
    },
  );
  expect(report.ok).toBe(true);
  expect(seen.length).toBeGreaterThan(batches);
});

it(
  "a forced rebuild that is killed leaves the finished index, and the next one finishes",
  async () => {
    const root = await temporaryTree(sources());
    await indexFolder(root);
    const whole = dumpOf(root);
    const program = await bundleProgram("test/crash/rebuilder.ts", await temporaryFolder());
    for (let round = 0; round < kills; round++) {
      const rebuilding = startProgram(program, [root]);
      // After the first batch is written, and before the last is.
      const batch = 1 + (round % (batches - 1));
      await rebuilding.hears(({ done }) => Number(done) >= batch * 100);
      await rebuilding.kill();
      expect(dumpOf(root)).toEqual(whole);
      expect((await searchFolder(root, "Kept499"))[0]?.path).toBe("Sources/F499.swift");
    }
    await indexFolder(root, true);
    expect(dumpOf(root)).toEqual(whole);
  },
  10 * minutes,
);
