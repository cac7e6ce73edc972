// A shared index on PostgreSQL: HEWTO_BENCH_TEAM=FOLDER npm run bench team -- [--part pull] [--kills 100] [--restarts 20].
// The folder holds git repositories, also bare ones. Every row has its goal and the result of this run, next to the
// embedded engine in the same process. PostgreSQL is that of the machine, else the one of npm. Each part (pull,
// releases, kills, restarts, ranker, server, failures) takes less than five minutes.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const words = process.argv.slice(2);
const optionOf = (flag, fallback) => {
  const at = words.indexOf(flag);
  return at < 0 ? fallback : words[at + 1];
};
const parts = optionOf("--part", "").split(",").filter(Boolean);
const kills = Number(optionOf("--kills", 100));
const restarts = Number(optionOf("--restarts", 20));
const parent = process.env.HEWTO_BENCH_TEAM;
const sources =
  parent === undefined
    ? []
    : readdirSync(parent)
        .sort()
        .map((name) => join(parent, name))
        .filter((path) => statSync(path).isDirectory());
if (sources.length === 0) {
  console.log("No folder of git repositories is named by HEWTO_BENCH_TEAM.");
  process.exit(0);
}
const { runTeam } = await bundled("bench/code/team/run.ts");
const { readModel } = await bundled("src/code/semantic/model/static-model.ts");
const model = readModel(readFileSync(join(import.meta.dirname, "../src/code/semantic/model/model.bin")));
const program = join(import.meta.dirname, "../dist/hewto.js");
process.exit((await runTeam({ parts, kills, restarts, sources, program, model })) ? 0 : 1);
