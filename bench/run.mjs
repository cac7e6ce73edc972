// `npm run bench` runs every bench and writes bench/REPORT.md; `npm run bench NAME …` runs the named ones and only
// prints; flags are passed on to them (`npm run bench research -- --sample 11`). With `--report` the report gets a section
// of its own for such a run, which a run of every bench keeps. Each bench/NAME.mjs prints its own
// table: ratios to a peer or a floor that ran at the same time, because machines are noisy.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPeers } from "./support/peers.mjs";
import { keptSections, reportText, withSection } from "./support/report.mjs";

/** Time limits: all benchmarks together, and each one. */
const MOST_MS = 24 * 60_000;
const MOST_EACH_MS = Number(process.env.BENCH_MINUTES ?? 6) * 60_000;
/** They take longest and run last, so that only they can run out of time. */
const slow = ["field", "research", "retrieval", "index", "latency", "noise"];
/** They measure nothing by themselves. */
const tools = ["tune", "data", "calibration"];

const folder = dirname(fileURLToPath(import.meta.url));
const known = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs") && file !== "run.mjs")
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort();
const words = process.argv.slice(2);
const firstFlag = words.findIndex((word) => word.startsWith("-"));
const wanted = firstFlag < 0 ? words : words.slice(0, firstFlag);
const isReported = words.includes("--report");
const flags = firstFlag < 0 ? [] : words.slice(firstFlag).filter((word) => word !== "--report");
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
  process.exit(2);
}
const isAll = wanted.length === 0;
const quick = known.filter((name) => !slow.includes(name) && !tools.includes(name));
const names = isAll ? [...quick, ...slow.filter((name) => known.includes(name))] : wanted;
const { env, absent } = findPeers(names);
for (const peer of absent) console.log(`${peer} is left out: npm could not bring it.`);
// A killed benchmark leaves its folders behind; they are removed with this one.
const temporary = mkdtempSync(join(tmpdir(), "hewto-benches-"));
// PostgreSQL runs as another user when we are root.
chmodSync(temporary, 0o755);
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));
if (isAll) spawnSync(process.execPath, [join(folder, "../scripts/build.mjs")], { stdio: "inherit" });
const started = Date.now();
const results = [];
for (const name of names) {
  console.log(`\n== ${name} ==`);
  const left = isAll ? Math.min(MOST_EACH_MS, MOST_MS - (Date.now() - started)) : undefined;
  results.push(await run(name, left));
}
const report = join(folder, "REPORT.md");
if (isReported && !isAll)
  for (const result of results)
    writeFileSync(report, withSection(readFileSync(report, "utf8"), result, flags, new Date()));
if (isAll) {
  const kept = keptSections(readFileSync(report, "utf8"));
  writeFileSync(report, reportText(results, { absent, date: new Date(), kept }));
  console.log("\nbench/REPORT.md is written.");
}
const failed = results.filter(({ state }) => state !== "ok" && state !== "left out");
for (const { name, state } of failed) console.log(`${name}: ${state}`);
process.exit(failed.length === 0 ? 0 : 1);

/** Runs one benchmark, prints and keeps its output. A failure is a result like any other. */
function run(name, limitMs) {
  const begun = Date.now();
  if (limitMs !== undefined && limitMs <= 0)
    return { name, state: "left out: no time was left", output: "", seconds: 0 };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, `${name}.mjs`), ...flags], {
      env: { ...process.env, ...env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    let isLate = false;
    const keep = (stream) => (chunk) => {
      output += chunk;
      stream.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", keep(process.stdout));
    child.stderr.setEncoding("utf8").on("data", keep(process.stderr));
    // The whole process group: a benchmark starts other programs.
    const end = () => {
      isLate = true;
      process.kill(-child.pid, "SIGKILL");
    };
    const leave = () => {
      end();
      process.exit(130);
    };
    process.once("SIGINT", leave);
    const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
    const finish = (why) => {
      clearTimeout(timer);
      const seconds = Math.round((Date.now() - begun) / 1000);
      process.off("SIGINT", leave);
      const load = loadavg()[0]?.toFixed(1);
      resolve({ name, state: isLate ? `failed: not done after ${seconds} s` : why, output, seconds, load });
    };
    child.on("error", (error) => finish(`failed: ${error.message}`));
    child.on("close", (code, signal) => {
      finish(code === 0 || code === 1 ? verdict(code, output) : `failed: ${signal ?? `exit code ${code}`}`);
    });
  });
}

/** Benchmarks exit with 1 if a goal is missed or data is missing, and say so. */
function verdict(code, output) {
  if (code === 1 && output.startsWith("The data of this bench is missing"))
    return "not run: its data is missing";
  if (code === 1) return /\bMISSED\b/.test(output) ? "a goal was missed" : "failed: exit code 1";
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => line.startsWith("No ")) ? "left out" : "ok";
}
