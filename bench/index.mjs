// How fast and how large indexing is, beside a peer (codegraph), a trigram index (codesearch's cindex) and floors (a
// search through every line by ripgrep or git grep), all in the same minutes. What is not installed is left out.
// HEWTO_BENCH_DATA names the folder with the repositories; HEWTO_BENCH_CODEGRAPH a codegraph binary.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const root = join(import.meta.dirname, "..");
const hewto = join(root, "dist/hewto.js");
const data = process.env.HEWTO_BENCH_DATA ?? join(import.meta.dirname, "data");
const codegraph = process.env.HEWTO_BENCH_CODEGRAPH;
const work = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

if (!existsSync(join(data, "swift-nio"))) {
  console.log(`No repositories in ${data}. See docs/code.md, "Benchmarks".`);
  process.exit(0);
}
execFileSync(process.execPath, [join(root, "scripts/build.mjs")]);

/** Wall time, processor time and peak memory of a Node program. */
function measured(script, args, cwd) {
  const note = join(work, "usage.json");
  const preload = join(work, "usage.mjs");
  writeFileSync(
    preload,
    `import { writeFileSync } from "node:fs"; import { isMainThread } from "node:worker_threads";
     if (isMainThread) process.on("exit", () => { const u = process.resourceUsage(); writeFileSync(${JSON.stringify(note)}, JSON.stringify({ cpu: (u.userCPUTime + u.systemCPUTime) / 1e6, rss: u.maxRSS / 1024 })); });`,
  );
  rmSync(note, { force: true });
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--import", preload, script, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(stderr);
  return { wall, stdout, ...JSON.parse(readFileSync(note, "utf8")) };
}

/** Seconds; undefined when there is no such program. */
function timed(command, args, cwd, env = process.env) {
  const started = performance.now();
  const { error } = spawnSync(command, args, { cwd, env, stdio: "ignore" });
  return error ? undefined : (performance.now() - started) / 1000;
}

function linesIn(folder) {
  const files = execFileSync("git", ["ls-files", "-z"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  let lines = 0;
  for (const file of files.split("\0").filter(Boolean)) {
    const path = join(folder, file);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const bytes = readFileSync(path);
    for (const byte of bytes) if (byte === 10) lines++;
  }
  return lines;
}

/** A repository of its own: sources copied `times` times, committed, so that git and ignore files behave as usual. */
function prepared(name, source, times) {
  const target = join(work, name);
  for (let copy = 0; copy < times; copy++) {
    cpSync(join(data, source), join(target, `copy${copy}`), {
      recursive: true,
      filter: (path) => !/[\\/](\.git|\.hewto|\.codegraph)([\\/]|$)/.test(path),
    });
  }
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@b", ...args], { cwd: target });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "bench");
  return target;
}

const row = (first, ...rest) =>
  console.log(first.padEnd(28) + rest.map((cell) => String(cell).padStart(12)).join(""));
const seconds = (value) => value?.toFixed(2) ?? "–";
console.log(
  `Full index (load ${loadavg()[0]?.toFixed(1)}); "read" is the index alone, "names" what code_research needs`,
);
row(
  "repository",
  "lines",
  "read s",
  "lines/s",
  "names s",
  "wall s",
  "cpu s",
  "peak MB",
  "rg s",
  "git grep s",
  "cindex s",
  "codegraph s",
  "ratio",
);
for (const [name, source, times] of [
  ["small", "swift-argument-parser", 1],
  ["medium", "swift-nio", 1],
  ["large", "swift-nio", Number(process.env.HEWTO_BENCH_LARGE ?? 8)],
]) {
  const folder = prepared(name, source, times);
  const lines = linesIn(folder);
  const ours = measured(hewto, ["index", folder, "--force", "--json"], folder);
  const { duration_ms, resolve_ms = 0 } = JSON.parse(ours.stdout);
  const read = (duration_ms - resolve_ms) / 1000;
  const theirs = codegraph && times === 1 ? timed(codegraph, ["init", folder], folder) : undefined;
  row(
    `${name} (${source} ×${times})`,
    lines,
    seconds(read),
    Math.round(lines / read),
    seconds(resolve_ms / 1000),
    seconds(ours.wall),
    seconds(ours.cpu),
    Math.round(ours.rss),
    seconds(timed("rg", ["--count-matches", "."], folder)),
    seconds(timed("git", ["grep", "-c", "."], folder)),
    seconds(timed("cindex", [folder], folder, { ...process.env, CSEARCHINDEX: join(work, "csearch") })),
    seconds(theirs),
    theirs ? `${(theirs / ours.wall).toFixed(1)}×` : "",
  );
}

console.log("\nNothing changed, 10,000 files");
const many = join(work, "many");
mkdirSync(many);
for (let n = 0; n < 10_000; n++) {
  const folder = join(many, `d${n % 100}`);
  if (n < 100) mkdirSync(folder);
  writeFileSync(join(folder, `f${n}.swift`), `struct S${n} {\n  func go() -> Int { ${n} }\n}\n`);
}
execFileSync("git", ["init", "-q"], { cwd: many });
execFileSync("git", ["add", "-A"], { cwd: many });
measured(hewto, ["index", many], many);
measured(hewto, ["index", many], many);
const { lookAgain, queryTimes } = await bundled("bench/code/speed.ts");
const inProcess = await lookAgain(many);
const again = Math.min(...[1, 2, 3].map(() => measured(hewto, ["index", many], many).wall));
const status = Math.min(...[1, 2, 3].map(() => timed("git", ["status"], many)));
row("hewto index (process)", `${(again * 1000).toFixed(0)} ms`);
row("hewto, in a server", `${inProcess.toFixed(0)} ms`);
row("git status", `${(status * 1000).toFixed(0)} ms`);

console.log("\nLexical query in process");
const { chunks, p50, p95 } = await queryTimes(join(work, "large"));
row(`${chunks} chunks`, `p50 ${p50.toFixed(2)} ms`, `p95 ${p95.toFixed(2)} ms`);
