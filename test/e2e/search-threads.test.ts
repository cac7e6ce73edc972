import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { indexFolder } from "../../src/code/index/home.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { type Hit, search } from "../../src/code/search.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import { packagedModel } from "../../src/code/semantic/model/load.ts";
import { openSnapshot, type Snapshot } from "../../src/code/store/snapshot.ts";
import { SearchThreads, threadsFor } from "../../src/code/threads/thread-pool.ts";
import { indexFolder as indexed } from "../support/code-index.ts";
import { temporaryTree } from "../support/temporary.ts";

const minute = 60_000;
const script = pathToFileURL(resolve("dist/search-worker.js"));
const words = ["ferry", "harbor", "tide", "booking", "cancel", "crossing"];

function source(n: number): string {
  const [one, two] = [words[n % 6], words[(n * 7 + 1) % 6]];
  return `/** Lets a ${one} wait for the ${two}. */\nexport function ${one}${two}${n}(${one}: string): string {\n  return ${one};\n}\n`;
}

/** An index of three segments: two edits that came after the first build. */
async function opened(): Promise<{ folder: string; snapshot: Snapshot; root: string }> {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`src/f${n}.ts`, source(n)]));
  const root = await temporaryTree(files);
  await indexed(root);
  for (const from of [100, 200]) {
    for (let n = from; n < from + 10; n++) writeFileSync(`${root}/src/f${n}.ts`, source(n));
    await indexed(root);
  }
  const folder = indexFolder({ root });
  const snapshot = openSnapshot(folder);
  if (!snapshot) throw new Error("It was just indexed.");
  return { folder, snapshot, root };
}

async function whenReady(ask: () => Promise<Hit[] | undefined>): Promise<Hit[]> {
  for (;;) {
    const hits = await ask();
    if (hits) return hits;
    await setTimeout(20);
  }
}

test("threads give the list of one thread, for several questions at once", { timeout: minute }, async () => {
  const { folder, snapshot, root } = await opened();
  expect(snapshot.segments.length).toBeGreaterThan(1);
  const threads = new SearchThreads(folder, script, 2);
  try {
    const questions = ["who lets a booking wait", "ferryharbor0", "cancel the crossing", "tide"];
    await Promise.all(
      questions.map(async (text) => {
        const meaning = meaningByModel(packagedModel(), text, folder);
        const semantic = meaning ? { semantic: { meaning, weight: 0.7 } } : {};
        const request = { query: readQuery(text), root, limit: 10, ...semantic };
        const meant = meaning ? text : undefined;
        const hits = await whenReady(() => threads.searchTogether(snapshot, request, meant));
        expect(hits).toEqual(search(snapshot, request));
        expect(hits.length).toBeGreaterThan(0);
      }),
    );
  } finally {
    await threads.close();
  }
});

test("an index of ordinary size starts no thread", async () => {
  const { folder, snapshot } = await opened();
  expect(threadsFor(folder, snapshot)).toBeUndefined();
});
