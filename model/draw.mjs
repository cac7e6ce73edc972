// Draws declarations to write questions about: node model/draw.mjs MIRROR OUT [COUNT BATCH]. See model/README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, out, count = "18000", batch = "150"] = process.argv.slice(2);
const here = import.meta.dirname;
const development = new Set(readFileSync(join(here, "development.txt"), "utf8").trim().split("\n"));
const listed = JSON.parse(readFileSync(join(here, "repositories.json"), "utf8"));
const { repositories: benched } = JSON.parse(readFileSync(join(here, "../bench/data.json"), "utf8"));
const left = new Set([...development, ...benched.map(({ repository }) => repository)]);
const repositories = listed.map(({ repository }) => repository).filter((name) => !left.has(name));
const { draw } = await bundled("model/draw.ts");
await draw({
  mirror,
  repositories,
  questions: join(here, "questions.tsv"),
  out,
  count: Number(count),
  ofBatch: Number(batch),
});
