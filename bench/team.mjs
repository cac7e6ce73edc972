// A shared index on PostgreSQL: npm run bench team -- REPOSITORY... [--kills 100] [--restarts 20]. Repositories are git
// folders; HEWTO_BENCH_TEAM names a folder that holds some. Every row has its goal and the result of this run, next to
// the embedded engine in the same process. PostgreSQL is that of the machine, else the one of npm.
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundled } from "./support/bundled.mjs";

const words = process.argv.slice(2);
const numberOf = (flag, fallback) => {
  const at = words.indexOf(flag);
  return at < 0 ? fallback : Number(words.splice(at, 2)[1]);
};
const kills = numberOf("--kills", 100);
const restarts = numberOf("--restarts", 20);
const parent = process.env.HEWTO_BENCH_TEAM;
const named = words.filter((word) => !word.startsWith("-")).map((word) => resolve(word));
const repositories =
  named.length > 0 || parent === undefined
    ? named
    : readdirSync(parent)
        .sort()
        .map((name) => join(parent, name))
        .filter((path) => statSync(path).isDirectory());
if (repositories.length === 0) {
  console.log("left out: name some git repositories, or a folder of them in HEWTO_BENCH_TEAM");
  process.exit(0);
}
const { runTeam } = await bundled("bench/code/team.ts");
await runTeam({ repositories, kills, restarts, program: join(import.meta.dirname, "../dist/hewto.js") });
process.exit(0);
