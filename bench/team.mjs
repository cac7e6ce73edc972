// A shared index on PostgreSQL: HEWTO_BENCH_TEAM=FOLDER npm run bench team -- [--kills 100] [--restarts 20]. The folder
// holds git repositories. Every row has its goal and the result of this run, next to
// the embedded engine in the same process. PostgreSQL is that of the machine, else the one of npm.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const words = process.argv.slice(2);
const numberOf = (flag, fallback) => {
  const at = words.indexOf(flag);
  return at < 0 ? fallback : Number(words.splice(at, 2)[1]);
};
const kills = numberOf("--kills", 100);
const restarts = numberOf("--restarts", 20);
const parent = process.env.HEWTO_BENCH_TEAM;
const repositories =
  parent === undefined
    ? []
    : readdirSync(parent)
        .sort()
        .map((name) => join(parent, name))
        .filter((path) => statSync(path).isDirectory());
if (repositories.length === 0) {
  console.log("left out: HEWTO_BENCH_TEAM names no folder of git repositories");
  process.exit(0);
}
const { runTeam } = await bundled("bench/code/team.ts");
await runTeam({ repositories, kills, restarts, program: join(import.meta.dirname, "../dist/hewto.js") });
process.exit(0);
