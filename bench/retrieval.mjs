// Quality of search_code beside grep and plain BM25, on judged queries and on doc comments. The repositories and
// judgements are public and are not part of this one: HEWTO_BENCH_DATA names the folder that holds them.
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const data = process.env.HEWTO_BENCH_DATA ?? join(import.meta.dirname, "data");
const { runRetrieval } = await bundled("bench/code/retrieval.ts");
await runRetrieval(data);
