// `npm run check`: all automatic checks of the code, in parallel. Exits 1 if any of them fails.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => join(root, "node_modules", ".bin", name);
const node = process.execPath;

const checks = [
  ["types", bin("tsc"), ["--noEmit", "-p", "."]],
  ["types of the page", bin("tsc"), ["--noEmit", "-p", "web"]],
  ["lint and format", bin("biome"), ["ci", "--colors=off", "--error-on-warnings", "."]],
  ["dead code", bin("knip"), ["--no-progress"]],
  ["import direction", node, ["scripts/check-imports.mjs"]],
  ["plain English", node, ["scripts/check-prose.mjs"]],
  ["dependencies", node, ["scripts/check-dependencies.mjs"]],
  ["lock file", node, ["scripts/check-lock.mjs"]],
  ["bill of materials", node, ["scripts/gen-sbom.mjs", "--check"]],
  // [ENSURES: requirement-one-table.rules:CHECK]
  ["generated docs", node, ["scripts/gen-docs.mjs", "--check"]],
  ["traceability", node, ["scripts/gen-traceability.mjs", "--check"]],
  ["numbers of the README", node, ["scripts/check-numbers.mjs"]],
  ["summary of the trace", node, ["scripts/gen-trace-summary.mjs", "--check"]],
  // Requirements against their tests are checked after the tests, by .ci/run.
  [
    "our own specifications",
    node,
    [
      "dist/hewto.js",
      "check",
      "--strict",
      ...["specs", "changes", "features", "artifacts", "skills"].flatMap((area) => ["--only", area]),
      ...["--workspace", "."],
    ],
  ],
];

const results = await Promise.all(checks.map(([name, command, args]) => run(name, command, args)));
for (const { name, code, output, seconds } of results) {
  process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
}
process.exit(results.every((result) => result.code === 0) ? 0 : 1);

function run(name, command, args) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const finish = (code) =>
      resolve({ name, code, output, seconds: ((Date.now() - started) / 1000).toFixed(1) });
    child.on("error", (error) => {
      output += error.message;
      finish(1);
    });
    child.on("close", finish);
  });
}
