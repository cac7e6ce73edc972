// How much meaning should count, on the tuning split: npm run bench tune. Data as for the bench `retrieval`;
// HEWTO_BENCH_MIRROR names the clones of the development repositories (model/README.md). HEWTO_BENCH_SPLIT=held-out
// shows the other split, for reports and never for a choice.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const here = import.meta.dirname;
const file = process.env.HEWTO_BENCH_MODEL ?? join(here, "../src/code/semantic/model/model.bin");
const { runTuning } = await bundled("bench/code/tune.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const from = {
  data: process.env.HEWTO_BENCH_DATA ?? join(here, "data"),
  own: join(here, "retrieval"),
  mirror: process.env.HEWTO_BENCH_MIRROR ?? join(here, "mirror"),
  model: join(here, "../model"),
};
await runTuning(from, readModel(readFileSync(file)), process.env.HEWTO_BENCH_SPLIT ?? "tuning");
