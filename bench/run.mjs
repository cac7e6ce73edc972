// `npm run bench` runs every bench; `npm run bench NAME …` runs the named ones; what follows a flag is passed on to
// them (`npm run bench research -- --sample 11`). Each bench/NAME.mjs prints its own
// table: ratios against a peer or a floor that ran in the same minutes, because machines are noisy.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const known = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs") && file !== "run.mjs")
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort();
const words = process.argv.slice(2);
const firstFlag = words.findIndex((word) => word.startsWith("-"));
const wanted = firstFlag < 0 ? words : words.slice(0, firstFlag);
const flags = firstFlag < 0 ? [] : words.slice(firstFlag);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
  process.exit(2);
}
let failed = false;
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n== ${name} ==`);
  const { status } = spawnSync(process.execPath, [join(folder, `${name}.mjs`), ...flags], {
    stdio: "inherit",
  });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
