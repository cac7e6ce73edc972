// How often a hit with a given `relevance_percent` is right: fits the constants on development questions and prints the
// calibration curve, including repositories that the fit does not see. `npm run bench calibration -- --write` replaces
// src/code/rank/calibration.ts. HEWTO_BENCH_MIRROR and HEWTO_BENCH_CACHE as for `tune`; nothing held out is read.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const here = import.meta.dirname;
const mirror = process.env.HEWTO_BENCH_MIRROR ?? join(here, "mirror");
if (!existsSync(mirror)) {
  console.log(
    `The development repositories (model/README.md) are not in ${mirror}. HEWTO_BENCH_MIRROR names another folder.`,
  );
  process.exit(1);
}
const { runCalibration } = await bundled("bench/code/calibration.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const model = readModel(readFileSync(join(here, "../src/code/semantic/model/model.bin")));
const from = {
  mirror,
  model: join(here, "../model"),
  own: join(here, "retrieval"),
  cache: process.env.HEWTO_BENCH_CACHE,
};
const out = process.argv.includes("--write") ? join(here, "../src/code/rank/calibration.ts") : undefined;
await runCalibration(from, model, out);
