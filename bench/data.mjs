// The public repositories and commits that the other benchmarks read, and whether they are there. Fetches nothing:
// `npm run bench data` prints the commands. HEWTO_BENCH_DATA names the folder (default: bench/data).
import { dataFolder, dataStates, howToPlace } from "./support/data.mjs";

const states = dataStates();
console.log(`Data of benches in ${dataFolder}:`);
for (const { name, state, benches = ["retrieval"] } of states)
  console.log(`${name.padEnd(32)}${state.padEnd(12)}  for ${benches.join(", ")}`);
const wrong = states.filter(({ state }) => state !== "in place");
if (wrong.length > 0) console.log("\nTo put them in place:");
for (const each of wrong) console.log(howToPlace(each));
console.log(`\n${states.length - wrong.length} of ${states.length} in place.`);
process.exit(wrong.length === 0 ? 0 : 1);
