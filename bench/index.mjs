// Time and memory of indexing: commands in separate processes, from scratch, with the files in the system's cache; what
// runs in one process says so. Compared with a peer (codegraph), a trigram index (codesearch's cindex) and floors (a
// search of every line by ripgrep or git grep), all at the same time. Programs that are not installed are left out.
// HEWTO_BENCH_DATA names the folder with the repositories; CODEGRAPH_DIR a folder with codegraph (`npm run bench`
// installs it); HEWTO_BENCH_SWIFT a folder with a lot of Swift; HEWTO_BENCH_LARGE a repository of two million
// lines, such as kubernetes, instead of eight copies of swift-nio.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundled } from "./support/bundled.mjs";
import { dataFolder as data, needData } from "./support/data.mjs";

const root = join(import.meta.dirname, "..");
const hewto = join(root, "dist/hewto.js");
const peers = process.env.CODEGRAPH_DIR;
const codegraph = process.env.HEWTO_BENCH_CODEGRAPH ?? (peers && join(peers, "node_modules/.bin/codegraph"));
const work = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

needData("index");
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

/** Wall and processor time of any program; undefined if it is not installed. */
function timed(command, args, cwd, env = process.env) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@" >/dev/null 2>&1';
  const { stderr, error } = spawnSync("bash", ["-c", script, command, ...args], {
    cwd,
    env,
    encoding: "utf8",
  });
  const [wall, user, system] = (stderr ?? "").trim().split("\n").at(-1).split(" ").map(Number);
  const isThere = !error && spawnSync("bash", ["-c", 'command -v "$0"', command]).status === 0;
  return isThere ? { wall, cpu: user + system } : undefined;
}

/** Lines of all files that git would keep, or of those in one language. */
function linesIn(folder, ending = "") {
  const files = execFileSync("git", ["ls-files", "-z"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  let lines = 0;
  for (const file of files.split("\0").filter((file) => file !== "" && file.endsWith(ending))) {
    const path = join(folder, file);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const bytes = readFileSync(path);
    for (const byte of bytes) if (byte === 10) lines++;
  }
  return lines;
}

/** A separate repository with a commit, so that git and ignore files behave as usual. */
function prepared(name, sources, keep = () => true) {
  const target = join(work, name);
  for (const [at, source] of sources.map((folder) => realpathSync(folder)).entries()) {
    cpSync(source, join(target, `part${at}`), {
      recursive: true,
      filter: (path) =>
        !/[\\/](\.git|\.hewto|\.codegraph)([\\/]|$)/.test(path) &&
        (keep(path) || statSync(path).isDirectory()),
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
  console.log(first.padEnd(32) + rest.map((cell) => String(cell).padStart(18)).join(""));
const seconds = (value) => value?.toFixed(2) ?? "–";
const both = (time) => (time ? `${seconds(time.wall)} / ${seconds(time.cpu)}` : "not installed");
const times = (theirs, ours) => `${(theirs / ours).toFixed(1)}×`;

/** One repository from scratch: the index, then names for code_research (the first question minus a second one). */
function fullIndex(title, folder, { lines, isPeerRun }) {
  const index = () => measured(hewto, ["index", folder, "--force", "--json"], folder);
  const ours = isPeerRun ? better(index) : index();
  const names = isPeerRun && codegraph ? namesTime(folder) : undefined;
  console.log(`\n${title}: ${lines.toLocaleString("en")} lines (load ${loadavg()[0]?.toFixed(1)})`);
  row("", "wall / cpu s");
  row(
    "hewto index, names unresolved",
    both(ours),
    `${Math.round(lines / ours.wall)} lines/s`,
    `${Math.round(lines / ours.cpu)} / cpu s`,
    `${Math.round(ours.rss)} MB`,
  );
  if (names) row("  names (the first question)", both(names));
  if (names) row("hewto index and names", both(sum(ours, names)));
  row("rg --count-matches .", both(timed("rg", ["--count-matches", ".", "."], folder)));
  row("git grep -c .", both(timed("git", ["grep", "-c", "."], folder)));
  const cindex = { ...process.env, CSEARCHINDEX: join(work, "csearch") };
  row("cindex", both(timed("cindex", [folder], folder, cindex)));
  if (!names) return ours;
  const theirs = better(() => {
    rmSync(join(folder, ".codegraph"), { recursive: true, force: true });
    return timed(codegraph, ["init", folder], folder);
  });
  row("codegraph init, names resolved", both(theirs));
  if (!theirs) return ours;
  const equal = sum(ours, names);
  row(
    "  hewto is faster, like for like",
    times(theirs.wall, equal.wall),
    `cpu ${times(theirs.cpu, equal.cpu)}`,
  );
  row("  without names, not alike", times(theirs.wall, ours.wall), `cpu ${times(theirs.cpu, ours.cpu)}`);
  rmSync(join(folder, ".codegraph"), { recursive: true, force: true });
  return { ...ours, times: theirs.wall / equal.wall };
}

function sum(a, b) {
  return { wall: a.wall + b.wall, cpu: a.cpu + b.cpu };
}

/** The faster of two runs, for both sides: other programs sometimes cost one of them a fifth. */
function better(run) {
  const [one, other] = [run(), run()];
  return one && other && other.wall < one.wall ? other : one;
}

function namesTime(folder) {
  const ask = () => measured(hewto, ["research", "who calls run", "--workspace", folder], folder);
  const [first, second] = [ask(), ask()];
  return { wall: Math.max(0, first.wall - second.wall), cpu: Math.max(0, first.cpu - second.cpu) };
}

const nio = join(data, "swift-nio");
const swift = process.env.HEWTO_BENCH_SWIFT
  ? [process.env.HEWTO_BENCH_SWIFT]
  : ["swift-nio", "swift-argument-parser", "swift-composable-architecture"].map((name) => join(data, name));
const large = process.env.HEWTO_BENCH_LARGE ? [process.env.HEWTO_BENCH_LARGE] : Array(8).fill(nio);
const runs = new Map();
for (const [title, sources, ending, isPeerRun] of [
  ["small (swift-argument-parser)", [join(data, "swift-argument-parser")], "", true],
  ["medium (swift-nio)", [nio], "", true],
  ["Swift alone", swift.filter((folder) => existsSync(folder)), ".swift", true],
  ["large", large, "", false],
]) {
  const folder = prepared(title.split(" ")[0], sources, (path) => path.endsWith(ending));
  const lines = linesIn(folder, ending);
  runs.set(title, { lines, ...fullIndex(title, folder, { lines, isPeerRun }) });
}
console.log(
  `\nPeak memory: ${[...runs.values()].map(({ lines, rss }) => `${Math.round(rss)} MB for ${lines} lines`).join(", ")}`,
);

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
const { queryTimes } = await bundled("bench/code/speed.ts");
const inProcess = await indexAgain(many);
const least = (run) => {
  const runs = [1, 2, 3, 4, 5].map(run);
  return { wall: Math.min(...runs.map(({ wall }) => wall)), cpu: Math.min(...runs.map(({ cpu }) => cpu)) };
};
const again = least(() => measured(hewto, ["index", many], many));
const bare = least(() => measured(hewto, ["--version"], many));
const status = least(() => timed("git", ["status"], many));
row("", "wall / cpu s");
row("git status", both(status));
row("index_codebase in a server", both(inProcess), times(inProcess.cpu, status.cpu));
row("hewto index (process)", both(again), times(again.cpu, status.cpu));
row("  of it, starting the program", both(bare));

console.log("\nLexical query in process");
const asked = [];
for (const name of ["medium", "Swift", "large"]) {
  const { chunks, p50, p95 } = await queryTimes(join(work, name));
  asked.push({ chunks, p50, p95 });
  row(`${chunks} chunks`, `p50 ${p50.toFixed(2)} ms`, `p95 ${p95.toFixed(2)} ms`);
}

console.log("\nGoals");
const swiftRun = runs.get("Swift alone");
const [smallest, largest] = [runs.get("small (swift-argument-parser)"), runs.get("large")];
const goals = [
  ["100,000 lines of Swift a second", swiftRun.lines / swiftRun.wall, (value) => value >= 100_000],
  ["faster than codegraph init, like for like, Swift", swiftRun.times ?? Number.NaN, (value) => !(value < 1)],
  [
    "memory grows less than lines",
    largest.rss / smallest.rss / (largest.lines / smallest.lines),
    (value) => value < 1,
  ],
  ["nothing changed: 2 × git status, in a server", inProcess.cpu / status.cpu, (value) => value <= 2],
  ["p50 5 ms a query, at 50,000 chunks", between("p50"), (value) => value <= 5],
  ["p95 20 ms a query, at 50,000 chunks", between("p95"), (value) => value <= 20],
];
for (const [goal, value, isMet] of goals) {
  console.log(`${goal.padEnd(52)}${value.toFixed(2).padStart(12)}  ${isMet(value) ? "met" : "MISSED"}`);
  if (!isMet(value)) process.exitCode = 1;
}

/** The time at 50,000 chunks, interpolated between the measured sizes below and above, or else of the nearest size. */
function between(quantile) {
  const bySize = asked.toSorted((a, b) => a.chunks - b.chunks);
  const above = bySize.find(({ chunks }) => chunks >= 50_000) ?? bySize.at(-1);
  const below = bySize.findLast(({ chunks }) => chunks < 50_000) ?? above;
  const share = (50_000 - below.chunks) / (above.chunks - below.chunks || 1);
  return below[quantile] + Math.min(1, Math.max(0, share)) * (above[quantile] - below[quantile]);
}

/** `index_codebase` again in the same process, as in a server: the minimum of several. */
async function indexAgain(folder) {
  const { openHewto } = await import(pathToFileURL(join(root, "dist/index.js")).href);
  const library = await openHewto({ workspace: folder });
  let best = { wall: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 15; round++) {
    const started = performance.now();
    const before = process.cpuUsage();
    await library.indexCodebase({ path: folder });
    const { user, system } = process.cpuUsage(before);
    const wall = (performance.now() - started) / 1e3;
    best = { wall: Math.min(best.wall, wall), cpu: Math.min(best.cpu, (user + system) / 1e6) };
  }
  return best;
}
