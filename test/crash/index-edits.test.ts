import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CodeIndex } from "../../src/code/index/fresh.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { dumpOf, indexFolder } from "../support/code-index.ts";
import { temporaryTree } from "../support/temporary.ts";

/** `npm run test:crash` raises it to 10,000 edits. */
const edits = process.env.HEWTO_CRASH ? 10_000 : 150;

/** The same edits on every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One word for each number, of letters that no stemmer touches and no file name holds. */
function wordFor(number: number): string {
  return `z${[...String(number)].map((digit) => "bcdfghjkmn"[Number(digit)]).join("")}q`;
}

// [ENSURES: requirement-fresh-answers.rules:TEST]
it("no answer is stale after any of many random edits, deletes and renames", async () => {
  const root = await temporaryTree({ "f0.txt": "start\n" });
  await indexFolder(root);
  const index = new CodeIndex({ root });
  const random = randomFrom(7);
  const truth = new Map<string, string>([["f0.txt", "start"]]);
  for (let edit = 0; edit < edits; edit++) {
    const name = `f${random(30)}.txt`;
    const kind = random(10);
    let word = wordFor(edit);
    if (kind < 7 || !truth.has(name)) {
      await writeFile(join(root, name), `${word}\n`);
      truth.set(name, word);
    } else if (kind < 9) {
      word = truth.get(name) ?? "";
      await rm(join(root, name));
      truth.delete(name);
    } else {
      word = truth.get(name) ?? "";
      const target = `f${random(30)}.txt`;
      await rename(join(root, name), join(root, target));
      truth.delete(name);
      truth.set(target, word);
    }
    const fresh = await index.fresh({ signal: new AbortController().signal, now: () => new Date() });
    if (!fresh.ok) throw new Error(fresh.fault.message);
    const found = search(fresh.value.snapshot, { query: readQuery(word), root, limit: 50 }).map(
      (hit) => hit.path,
    );
    const expected = [...truth].filter(([, content]) => content === word).map(([path]) => path);
    expect(found.sort()).toEqual(expected.sort());
  }
  const grown = dumpOf(root);
  await indexFolder(root, true);
  expect(grown).toEqual(dumpOf(root));
}, 2_400_000);
