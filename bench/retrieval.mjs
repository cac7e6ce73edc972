// Quality of search_code with and without its model, compared with grep and plain BM25: on judged queries, on doc
// comments, and on our own questions. The repositories and judgments are public and not included here: HEWTO_BENCH_DATA names the folder that holds them. HEWTO_BENCH_MODEL names another model to try.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder as data, needData } from "./support/data.mjs";

const here = import.meta.dirname;
needData("retrieval");
const file = process.env.HEWTO_BENCH_MODEL ?? join(here, "../src/code/semantic/model/model.bin");
const { runRetrieval } = await bundled("bench/code/retrieval.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
await runRetrieval(data, join(here, "retrieval"), readModel(readFileSync(file)));
