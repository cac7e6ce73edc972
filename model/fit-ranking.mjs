// Learns the weights of evidence for prose: node model/fit-ranking.mjs MIRROR BENCH_DATA. See model/README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, data] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const { fitRanking } = await bundled("model/fit-ranking.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const model = readModel(readFileSync(join(root, "src/code/semantic/model/model.bin")));
const from = { mirror, data, own: join(root, "bench/retrieval"), model: join(root, "model") };
await fitRanking(from, model, join(root, "src/code/rank/prose-weights.ts"));
