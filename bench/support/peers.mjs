import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const cache = join(import.meta.dirname, "../../node_modules/.cache/hewto-bench");

/** Systems to compare with: pinned, from npm, and passed to the benchmark in these variables. */
const peers = [
  {
    name: "@fission-ai/openspec",
    version: "1.13.2",
    benches: ["field", "specs"],
    variables: (folder) => ({ OPENSPEC_DIR: folder }),
  },
  {
    name: "@colbymchenry/codegraph",
    version: "1.6.1",
    benches: ["agent", "index", "research"],
    variables: (folder) => ({
      CODEGRAPH_DIR: folder,
      HEWTO_BENCH_CODEGRAPH: join(folder, "node_modules/.bin/codegraph"),
    }),
  },
];

/** What to add to the environment of these benchmarks, and which peers could not be installed. Variables that are set stay. */
export function findPeers(benches) {
  const env = {};
  const absent = [];
  for (const { name, version, benches: users, variables } of peers) {
    if (!users.some((bench) => benches.includes(bench))) continue;
    const folder = installed(name, version);
    if (folder) Object.assign(env, variables(folder));
    else absent.push(`${name}@${version}`);
  }
  const unset = Object.entries(env).filter(([variable]) => process.env[variable] === undefined);
  return { env: Object.fromEntries(unset), absent };
}

function installed(name, version) {
  const folder = join(cache, `${name.replace(/^@/, "").replace("/", "-")}-${version}`);
  const isThere = () => existsSync(join(folder, "node_modules", name, "package.json"));
  if (isThere()) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "hewto-bench-peer", "private": true }\n');
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`];
  spawnSync("npm", words, { cwd: folder, stdio: "ignore", timeout: 180_000 });
  return isThere() ? folder : undefined;
}
