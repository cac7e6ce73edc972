// Collects training pairs: node model/collect.mjs MIRROR OUT [SHARD SHARDS]. See model/README.md.
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, out, shard = "0", shards = "1"] = process.argv.slice(2);
const { collect } = await bundled("model/collect.ts");
await collect(mirror, out, Number(shard), Number(shards));
