// Every number of the table "Numbers" in README.md is in bench/REPORT.md, in the section of the bench that its row
// names. A number may be rounded there, or given in seconds where the report has milliseconds.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (name) => readFileSync(join(root, name), "utf8");
const [, table = ""] = /\n## Numbers\n([\s\S]*?)\n## /.exec(read("README.md")) ?? [];
const report = read("bench/REPORT.md");
const problems = [];
let rows = 0;
for (const row of table.split("\n").filter((line) => /^\| .* \| `[a-z-]+` \|$/.test(line))) {
  const [what, hewto = "", peer = "", , bench = ""] = row.split("|").slice(1, -1);
  const name = bench.trim().replaceAll("`", "");
  const [, section] = new RegExp(`\n## ${name}\n([\\s\\S]*?)(?=\n## |$)`).exec(report) ?? [];
  if (section === undefined) problems.push(`bench/REPORT.md has no section "${name}"`);
  const known = numbersOf(section ?? "");
  for (const number of numbersOf(`${hewto} ${peer}`.replace(/\d+\.\d+\.\d+/g, "")))
    if (!known.some((other) => isSame(number, other)))
      problems.push(
        `README.md, "${what.trim()}": ${number.text} is not in the section "${name}" of bench/REPORT.md`,
      );
  rows++;
}
if (rows === 0) problems.push('README.md has no table under "Numbers"');
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

function numbersOf(text) {
  return [...text.replace(/(\d),(?=\d{3})/g, "$1").matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => ({
    text: digits,
    value: Number(digits),
    places: digits.split(".")[1]?.length ?? 0,
  }));
}

function isSame({ value, places }, other) {
  const rounding = 0.5 * 10 ** -places + 1e-9;
  return [other.value, other.value / 1000].some((each) => Math.abs(each - value) <= rounding);
}
