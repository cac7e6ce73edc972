// Turns commit subjects into training pairs: node model/collect-commits.mjs MIRROR OUT [SHARD SHARDS].
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, out, shard = "0", shards = "1"] = process.argv.slice(2);
const development = readFileSync(join(import.meta.dirname, "development.txt"), "utf8")
  .trim()
  .split("\n");
const leftOut = new Set(development.map((name) => name.replace("/", "+")));
const { collectCommits } = await bundled("model/commits.ts");
await collectCommits(mirror, out, leftOut, Number(shard), Number(shards));
