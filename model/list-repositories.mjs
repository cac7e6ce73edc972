// Lists every repository that was collected, with its commit and license, in repositories.json:
// node model/list-repositories.mjs PAIRS.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.argv[2], "train");
const collected = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")))
  .filter(({ license }) => license !== "")
  .map((each) => ({ ...each, order: each.repository.toLowerCase() }))
  .sort((a, b) => (a.order < b.order ? -1 : 1))
  .map(({ repository, commit, license, pairs }) => ({ repository, commit, license, pairs }));
writeFileSync(join(import.meta.dirname, "repositories.json"), `${JSON.stringify(collected, null, 2)}\n`);
console.log(`${collected.length} repositories`);
