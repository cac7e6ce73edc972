// Cleans collected pairs and writes what train.cpp reads: node model/prepare.mjs MIRROR PAIRS OUT [TERMS BUCKETS].
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, pairs, out, terms = "24000", buckets = "4096"] = process.argv.slice(2);
const { prepare } = await bundled("model/prepare.ts");
prepare(mirror, pairs, out, { terms: Number(terms), buckets: Number(buckets) });
