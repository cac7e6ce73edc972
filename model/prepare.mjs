// Cleans collected pairs and writes what train.cpp reads: node model/prepare.mjs MIRROR PAIRS OUT [TERMS REPEATS].
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, pairs, out, terms = "24000", repeats = "4"] = process.argv.slice(2);
const { prepare } = await bundled("model/prepare.ts");
const development = readFileSync(join(import.meta.dirname, "development.txt"), "utf8")
  .trim()
  .split("\n");
const names = new Set(development.map((name) => name.replace("/", "+")));
prepare(mirror, pairs, out, names, join(import.meta.dirname, "concepts.tsv"), {
  terms: Number(terms),
  repeats: Number(repeats),
});
