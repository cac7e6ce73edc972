// The data for choosing models and constants, without anything held out: npm run bench tune. Data as for
// `retrieval`; HEWTO_BENCH_MIRROR names the clones of the development repositories (model/README.md), HEWTO_BENCH_CACHE
// a folder that keeps their indexes. HEWTO_BENCH_MODEL names models to compare, separated by commas; a single model is
// shown with several semantic weights.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const here = import.meta.dirname;
const files = process.env.HEWTO_BENCH_MODEL ?? join(here, "../src/code/semantic/model/model.bin");
const { runTuning } = await bundled("bench/code/tune.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const from = {
  data: process.env.HEWTO_BENCH_DATA ?? join(here, "data"),
  own: join(here, "retrieval"),
  mirror: process.env.HEWTO_BENCH_MIRROR ?? join(here, "mirror"),
  model: join(here, "../model"),
  cache: process.env.HEWTO_BENCH_CACHE,
};
const models = files
  .split(",")
  .map((file) => ({ name: basename(file, ".bin"), model: readModel(readFileSync(file)) }));
await runTuning(from, models);
