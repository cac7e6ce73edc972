// Threads of a large index: npm run bench threads -- FOLDER. The folder must be indexed (`hewto index FOLDER`) and
// large: a million lines and more. Wall time of the same questions with one thread and with two; the lists must be equal.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundled } from "./support/bundled.mjs";

const folder = process.argv.slice(2).find((word) => !word.startsWith("-")) ?? process.env.HEWTO_BENCH_TREE;
if (folder === undefined) {
  console.log("left out: HEWTO_BENCH_TREE names no large indexed folder");
  process.exit(0);
}
const { runThreads } = await bundled("bench/code/threads.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const model = readModel(readFileSync(join(import.meta.dirname, "../src/code/semantic/model/model.bin")));
await runThreads(folder, model, pathToFileURL(join(import.meta.dirname, "../dist/search-worker.js")));
process.exit(0);
