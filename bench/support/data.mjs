// Data that benchmarks read and that is not in this repository: bench/data.json lists it, HEWTO_BENCH_DATA is the folder.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const bench = join(import.meta.dirname, "..");
export const dataFolder = process.env.HEWTO_BENCH_DATA ?? join(bench, "data");
const { repositories, sets } = JSON.parse(readFileSync(join(bench, "data.json"), "utf8"));

/** Each item of data with its state: `in place`, `missing`, or what is wrong with it. */
export function dataStates(name) {
  const wanted = repositories.filter(({ benches }) => name === undefined || benches.includes(name));
  const states = wanted.map((repository) => ({ ...repository, state: stateOf(repository) }));
  const isSetsWanted = name === undefined || sets.benches.includes(name);
  const file = { name: sets.file, state: existsSync(join(dataFolder, sets.file)) ? "in place" : "missing" };
  return isSetsWanted ? [...states, file] : states;
}

/** If data is missing, exits with 1 and says what is needed and how to get it. */
export function needData(name) {
  const states = dataStates(name);
  const missing = states.filter(({ state }) => state === "missing");
  if (missing.length > 0) {
    console.log(
      `The data of this bench is missing: ${missing.length} of ${states.length} are not in ${dataFolder}.`,
    );
    for (const each of missing) console.log(howToPlace(each));
    console.log("HEWTO_BENCH_DATA names another folder. `npm run bench data` verifies what is there.");
    process.exit(1);
  }
  for (const { name: repository, state } of states.filter((each) => each.state !== "in place"))
    console.log(`${repository}: ${state}. The numbers are not those of bench/data.json.`);
}

export function howToPlace({ name, repository, commit, tree }) {
  const place = join(dataFolder, name);
  if (repository === undefined) return `  ${place}: ${sets.shape}; made from ${sets.from}`;
  const hash = tree === undefined ? "" : `   # tree ${tree}`;
  return `  git clone https://github.com/${repository} ${place} && git -C ${place} checkout -q ${commit}${hash}`;
}

function stateOf({ name, commit, tree }) {
  const place = join(dataFolder, name);
  if (!existsSync(place)) return "missing";
  const git = (...args) => spawnSync("git", ["-C", place, ...args], { encoding: "utf8" });
  const [head, found] = git("rev-parse", "HEAD", "HEAD^{tree}").stdout.trim().split("\n");
  if (!found) return "not a git checkout, so it cannot be verified";
  if (tree === undefined ? head !== commit : found !== tree) return `at commit ${head}, not ${commit}`;
  return git("status", "--porcelain", "--untracked-files=no").stdout === ""
    ? "in place"
    : "has changed files";
}
