// Reports of real test runs: how many of their results belong to one test that the sources declare, for each
// repository of bench/trace/reports.json that is in HEWTO_BENCH_DATA with its report (`reports-out/FILE`, written by the
// named runner). `npm run bench reports -- --misses` lists the results without a test.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder } from "./support/data.mjs";

const isVerbose = process.argv.includes("--misses");
const { repositories } = JSON.parse(readFileSync(join(import.meta.dirname, "trace/reports.json"), "utf8"));
const placed = repositories.flatMap((each) => {
  const folder = join(dataFolder, each.name);
  const reports = each.reports.filter(({ file }) => existsSync(join(folder, file)));
  return reports.length > 0 ? [{ ...each, folder, reports }] : [];
});
if (placed.length === 0) {
  console.log(
    `No reports are in ${dataFolder}: bench/trace/reports.json lists the repositories and runners.`,
  );
  process.exit(0);
}
const { matchReports } = await bundled("bench/trace/reports.ts");
const rows = [];
for (const { repository, folder, reports } of placed) {
  const found = await matchReports(
    realpathSync(folder),
    reports.map(({ file }) => file),
  );
  rows.push(...found.map((result, index) => ({ repository, runner: reports[index].runner, ...result })));
}
const sum = (field) => rows.reduce((total, row) => total + field(row), 0);
const [results, matched] = [sum((row) => row.results), sum((row) => row.matched)];
const share = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
const runners = new Set(rows.map(({ runner }) => runner.split(",")[0]));
console.log(
  `${share(matched, results)} of ${results} results matched: ${placed.length} repositories, ${runners.size} runners`,
);
console.log(
  "\nrepository                  runner, format             results  matched  ambiguous  no test    share",
);
for (const { repository, runner, results: all, matched: own, ambiguous, unmatched, problem } of rows) {
  const numbers = [String(all).padStart(8), String(own).padStart(9), String(ambiguous.length).padStart(11)];
  const end = [String(unmatched.length).padStart(9), share(own, all).padStart(9)];
  console.log(
    `${repository.padEnd(28)}${runner.padEnd(26)}${[...numbers, ...end].join("")}${problem ? `  ${problem}` : ""}`,
  );
  if (!isVerbose) continue;
  for (const { name, candidates } of [...ambiguous, ...unmatched].slice(0, 40))
    console.log(`    ${name}${candidates.length > 0 ? `  (${candidates.join(", ")})` : ""}`);
}
const isReached = matched / results >= 0.95;
console.log(
  `\nGoal: at least 95 % of all results; ten repositories, seven runners. ${isReached && placed.length >= 10 && runners.size >= 7 ? "Reached." : "MISSED."}`,
);
process.exitCode = isReached ? 0 : 1;
