// Learns the weights of evidence for prose: node model/fit-ranking.mjs MIRROR BENCH_DATA [CACHE MODEL OUT]. CACHE keeps
// the indexes of the development repositories from one run to the next. See model/README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../bench/support/bundled.mjs";

const root = join(import.meta.dirname, "..");
const [
  mirror,
  data,
  cache,
  file = join(root, "src/code/semantic/model/model.bin"),
  out = join(root, "src/code/rank/prose-weights.ts"),
] = process.argv.slice(2);
const { fitRanking } = await bundled("model/fit-ranking.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const model = readModel(readFileSync(file));
const from = { mirror, data, cache, own: join(root, "bench/retrieval"), model: join(root, "model") };
await fitRanking(from, model, out);
