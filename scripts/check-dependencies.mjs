// Every package that we ship (bundled into dist/; nothing else is installed) must run on our lowest Node and have a
// license that allows redistribution.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledPackages } from "./bundled-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const manifest = readJson(join(root, "package.json"));
const licenses = new Set([
  "MIT",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "0BSD",
  "BlueOak-1.0.0",
]);
const floor = manifest.engines.node.replace(/^>=/, "");
const problems = [];

const meta = join(root, "dist", "modules.json");
if (!existsSync(meta)) problems.push("dist/modules.json is missing: run `npm run build` first");
else {
  for (const { name, version, license, engines } of bundledPackages(root, readJson(meta))) {
    if (!choices(license).some((each) => licenses.has(each)))
      problems.push(`${name}@${version} has license ${license}`);
    if (engines?.node && !admits(engines.node, floor))
      problems.push(`${name}@${version} wants Node ${engines.node}, we promise ${floor}`);
  }
}
if (Object.keys(manifest.dependencies ?? {}).length > 0)
  problems.push(
    "package.json has dependencies: what users need is bundled, so that they install nothing else",
  );
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** The licenses that one may choose from: `(MPL-2.0 OR Apache-2.0)`. */
function choices(license = "") {
  return license.replace(/^\((.*)\)$/, "$1").split(" OR ");
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Enough of semver ranges for `engines`: alternatives of `>=`, `^`, `~`, `<`, `x.y` comparators. */
function admits(range, wanted) {
  return range.split("||").some((part) =>
    part
      .trim()
      .split(/\s+(?![\d])/)
      .every((comparator) => fits(comparator.trim(), parse(wanted))),
  );
}

function fits(comparator, wanted) {
  const match = /^(>=|<=|>|<|\^|~|=)?\s*v?(\d+|\*|x)(?:\.(\d+|x))?(?:\.(\d+|x))?/.exec(comparator);
  if (!match) return true;
  const [, sign = "=", ...numbers] = match;
  if (numbers[0] === "*" || numbers[0] === "x") return true;
  const low = numbers.map((number) => Number(number ?? 0) || 0);
  const order = compare(wanted, low);
  if (sign === ">=") return order >= 0;
  if (sign === ">") return order > 0;
  if (sign === "<") return order < 0;
  if (sign === "<=") return order <= 0;
  return order >= 0 && wanted[0] === low[0];
}

function parse(version) {
  return version.split(".").map(Number);
}

function compare(a, b) {
  for (let index = 0; index < 3; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
