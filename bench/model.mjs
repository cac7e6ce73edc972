// Speed of the model in the package: npm run bench model. HEWTO_BENCH_CODE names the folder to embed and
// search (default: this repository).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const root = join(import.meta.dirname, "..");
const { runModelSpeed } = await bundled("bench/code/model-speed.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const model = readModel(readFileSync(join(root, "src/code/semantic/model/model.bin")));
await runModelSpeed(process.env.HEWTO_BENCH_CODE ?? join(root, "src"), model);
