// Proposed links: of the requirements whose test is known, for how many is it the first proposal, among three, among
// ten? Repositories that say which test belongs to which requirement; whatever says so is hidden first. Constants were
// chosen on the repository of the set `tuning`; bench/trace/proposals.json says what `seen` and `held-out` mean.
// `-- --misses` lists what is not among three.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder } from "./support/data.mjs";

const isVerbose = process.argv.includes("--misses");
const { repositories } = JSON.parse(readFileSync(join(import.meta.dirname, "trace/proposals.json"), "utf8"));
const placed = repositories
  .map((each) => ({
    ...each,
    folder: each.name === "." ? join(import.meta.dirname, "..") : join(dataFolder, each.name),
  }))
  .filter(({ folder }) => existsSync(folder));
if (placed.every(({ name }) => name === ".")) {
  console.log(`No repositories are in ${dataFolder}: bench/trace/proposals.json lists them.`);
  process.exit(0);
}
const { measureProposals } = await bundled("bench/trace/proposals.ts");
console.log("repository                      set       requirements  tests    first  in three     in ten");
let isReached = true;
for (const { repository, folder, convention, set } of placed) {
  const { leaves, tests, first, inThree, inTen, misses } = await measureProposals(
    realpathSync(folder),
    convention,
  );
  const share = (count) => `${count} ${((100 * count) / leaves).toFixed(0)} %`;
  const isWithin = inThree / leaves >= 0.7;
  isReached &&= isWithin || repository.startsWith("this ");
  console.log(
    `${repository.padEnd(32)}${set.padEnd(10)}${String(leaves).padStart(12)}${String(tests).padStart(7)}${share(first).padStart(9)}${share(inThree).padStart(10)}${share(inTen).padStart(11)}  ${isWithin ? "" : "below 70 %"}`,
  );
  if (isVerbose) for (const miss of misses) console.log(`    ${miss}`);
}
console.log(
  `Goal: the right test among three for at least 70 % in each public repository. ${isReached ? "Reached." : "MISSED."}`,
);
process.exitCode = isReached ? 0 : 1;
