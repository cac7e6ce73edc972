// Findings of the trace gate on merged pull requests: the last 200 of each repository of bench/trace/noise.json that is
// in HEWTO_BENCH_DATA (a clone with history that may be checked out), each as `hewto check --changed-since` saw it before
// its merge. BENCH_PULLS sets another number. Errors and warnings count; notes do not.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder } from "./support/data.mjs";

const maxPulls = Number(process.env.BENCH_PULLS ?? 200);
const { repositories } = JSON.parse(readFileSync(join(import.meta.dirname, "trace/noise.json"), "utf8"));
const placed = repositories.filter(({ name }) => existsSync(join(dataFolder, name)));
if (placed.length === 0) {
  console.log(`No repositories are in ${dataFolder}: bench/trace/noise.json lists them.`);
  process.exit(0);
}
const { replay } = await bundled("bench/trace/noise.ts");
console.log("repository                      pulls  scenarios  with findings  median  90th  most");
const all = [];
for (const { repository, name, commit } of placed) {
  const folder = realpathSync(join(dataFolder, name));
  const pulls = mergedPulls(folder, commit).slice(0, maxPulls);
  const counts = [];
  const rules = {};
  let leaves = 0;
  for await (const each of replay(folder, pulls)) {
    if (each.problem !== undefined) continue;
    leaves = Math.max(leaves, each.leaves);
    counts.push(Object.values(each.findings).reduce((sum, count) => sum + count, 0));
    for (const [rule, count] of Object.entries(each.findings)) rules[rule] = (rules[rule] ?? 0) + count;
  }
  all.push(...counts);
  counts.sort((a, b) => a - b);
  const row = [counts.length, leaves, counts.filter((count) => count > 0).length];
  console.log(
    `${repository.padEnd(32)}${String(row[0]).padStart(5)}${String(row[1]).padStart(11)}${String(row[2]).padStart(15)}${String(quantile(counts, 0.5)).padStart(8)}${String(quantile(counts, 0.9)).padStart(6)}${String(counts.at(-1) ?? 0).padStart(6)}`,
  );
  const named = Object.entries(rules).sort(([, a], [, b]) => b - a);
  if (named.length > 0) console.log(`    ${named.map(([rule, count]) => `${rule} ${count}`).join(", ")}`);
}
all.sort((a, b) => a - b);
const [median, ninety] = [quantile(all, 0.5), quantile(all, 0.9)];
const isReached = median === 0 && ninety <= 3;
console.log(
  `All: median ${median}, 90th percentile ${ninety}. Goal: 0 and at most 3. ${isReached ? "Reached." : "MISSED."}`,
);
process.exitCode = isReached ? 0 : 1;

/** Merge commits, and squashed pull requests by the number in their title, newest first. */
function mergedPulls(folder, commit) {
  const log = execFileSync(
    "git",
    ["-C", folder, "log", "--first-parent", "--format=%H%x09%P%x09%s", commit],
    {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  return log
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(
      ([, parents = "", title = ""]) => parents.includes(" ") || (parents !== "" && /\(#\d+\)$/.test(title)),
    )
    .map(([hash]) => hash);
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
