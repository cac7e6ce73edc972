// Quality of search_specs and search_docs with and without the model, compared with grep and plain BM25, on our own
// questions (bench/retrieval/spec-queries.json, doc-queries.json). Our own specs and docs are always there; the public
// trees are in HEWTO_BENCH_DATA/specs/<name>, each with the openspec/ folder of the commit that the questions name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const here = import.meta.dirname;
const data = process.env.HEWTO_BENCH_DATA ?? join(here, "data");
const file = process.env.HEWTO_BENCH_MODEL ?? join(here, "../src/code/semantic/model/model.bin");
const { runSpecSearch } = await bundled("bench/code/spec-search.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
await runSpecSearch(join(here, ".."), join(data, "specs"), readModel(readFileSync(file)));
