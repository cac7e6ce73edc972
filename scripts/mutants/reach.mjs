// Which test files run which functions: each function of a copy notes who called it, and all tests run once.
// `npm run test:reach -- src test/e2e` writes node_modules/.cache/hewto-mutants/reach.json; test files that are in it are not run again.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCopy } from "./copy.mjs";
import { functionsIn, withProbes } from "./instrument.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const target = join(root, "node_modules/.cache/hewto-mutants/reach.json");
const folders = process.argv.length > 2 ? process.argv.slice(2) : ["src", "test"];

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const copy = makeCopy(root, files);
const places = { log: join(copy, "reached.log"), test: join(copy, "current-test") };
/** By number: the file and what identifies the function when the file changes later, its text's first line. */
const functions = [];
for (const file of files.filter((path) => /^src\/.*(?<!\.test)\.ts$/.test(path))) {
  const source = readFileSync(join(root, file), "utf8");
  const text = withProbes(source, functions.length, places);
  for (const { from, to } of functionsIn(source))
    functions.push({ file, head: head(source, from), to: to - from });
  writeFileSync(join(copy, file), text);
}
writeFileSync(places.log, "", { mode: 0o666 });
writeFileSync(places.test, "none");
writeFileSync(
  join(copy, "probes.setup.ts"),
  `import { afterAll, expect } from "vitest";
import { writeFileSync } from "node:fs";
const flush = () => (globalThis as { hewtoFlush?: () => void }).hewtoFlush?.();
flush();
writeFileSync(${JSON.stringify(places.test)}, expect.getState().testPath ?? "none");
afterAll(flush);
`,
);
writeFileSync(
  join(copy, "probes.config.ts"),
  `import base from "./vitest.config.ts";
export default (env: { mode: string }) => {
  const config = (base as (env: unknown) => { test: object })(env);
  return { test: { ...config.test, reporters: ["json"], setupFiles: ["./probes.setup.ts"], testTimeout: 90000, hookTimeout: 90000 } };
};
`,
);
// Its last step, the types, refuses probes.
if (folders.some((folder) => /^test(?!\/(?:golden|fuzz))/.test(folder)))
  spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: copy, stdio: "ignore" });
const known = existsSync(target) ? JSON.parse(readFileSync(target, "utf8")) : { tests: {} };
mkdirSync(dirname(target), { recursive: true });
// In groups, so that a run that ends early costs one group.
for (const group of groups(folders)) {
  rmSync(join(copy, "report.json"), { force: true });
  spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config=probes.config.ts",
      "--maxWorkers=1",
      "--outputFile=report.json",
      ...group,
    ],
    { cwd: copy, stdio: "ignore", env: { ...process.env, HEWTO_SKIP_BUILD: "1" } },
  );
  note();
  writeFileSync(target, JSON.stringify(known));
  console.log(`${Object.keys(known.tests).length} test files after ${group[0]}`);
}
for (const [path, { failed }] of Object.entries(known.tests))
  for (const name of failed) console.log(`failed with probes: ${path} > ${name}`);

/** Adds what the last run said to what is known. */
function note() {
  const reached = new Map();
  for (const line of readFileSync(places.log, "utf8").split("\n").filter(Boolean)) {
    const [test, ...ids] = line.split(" ");
    const path = test.slice(copy.length + 1);
    const set = reached.get(path) ?? reached.set(path, new Set()).get(path);
    for (const id of ids) {
      const { file, head: name } = functions[Number(id)] ?? {};
      if (file !== undefined) set.add(`${file}\t${name}`);
    }
  }
  const report = join(copy, "report.json");
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  for (const { name, startTime, endTime, assertionResults } of testResults) {
    const path = name.slice(copy.length + 1);
    known.tests[path] = {
      ms: Math.round(endTime - startTime),
      failed: assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
      functions: [...(reached.get(path) ?? [])].sort(),
    };
  }
}

/** The test files of each folder two levels down. */
function groups(wanted) {
  const tests = files.filter(
    (path) =>
      path.endsWith(".test.ts") && wanted.some((each) => path === each || path.startsWith(`${each}/`)),
  );
  const byFolder = new Map();
  for (const path of tests.filter((each) => !(each in known.tests))) {
    const folder = path.split("/").slice(0, 2).join("/");
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return byFolder.values();
}

function head(source, from) {
  const start = source.lastIndexOf("\n", from - 1) + 1;
  const end = source.indexOf("\n", from);
  return `${source.slice(start, end === -1 ? undefined : end).trim()}`;
}
