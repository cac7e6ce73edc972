// The symbol graph of a Swift repository: its share of a build, the time of a question of depth 5, and the callers of one
// symbol compared with codegraph (pinned, from npm), as whole processes in turn at the same time.
// It reads swift-nio (for which the goals are set), swift-argument-parser and swift-composable-architecture:
// `npm run bench data` says how to put them in place.
// CODEGRAPH_DIR names a folder that has codegraph in node_modules; without it, codegraph is left out.
// Goals: depth-5 p95 at most 50 ms on swift-nio; one question on the command line faster than the peer's; precision of
// judged edges as recorded in bench/research/; no conforming type missing that a text search finds.
// `--sample SEED` and `--record SHEET --judge NAME`: see bench/research/sample.mjs. `--conformers` runs only that check.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkConformers } from "./research/conformers.mjs";
import { sourcesOf, swiftTexts } from "./research/repositories.mjs";
import { printSample, record, tellJudged } from "./research/sample.mjs";
import { bundled } from "./support/bundled.mjs";
import { dataFolder as data, needData } from "./support/data.mjs";
import { median } from "./support/stdio-client.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const hewto = join(root, "dist/hewto.js");
const nio = join(data, "swift-nio");
const symbol = "writeInteger";
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-research-"));
const tree = join(folder, "tree");
let spent = 0;
const { values: flags } = parseArgs({
  options: {
    sample: { type: "string" },
    record: { type: "string" },
    judge: { type: "string" },
    conformers: { type: "boolean" },
  },
});

needData("research");
if (flags.sample) await printSample(Number(flags.sample));
else if (flags.record) record(flags.record, flags.judge ?? "unknown");
else if (flags.conformers) process.exitCode = (await checkConformers()) ? 0 : 1;
else await measureAll();

async function measureAll() {
  try {
    cpSync(realpathSync(nio), tree, {
      recursive: true,
      filter: (path) => !/\/\.(git|hewto|codegraph)(\/|$)/.test(path),
    });
    spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
    tellJudged();
    if (!(await checkConformers())) process.exitCode = 1;
    await inProcess();
    processes();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inProcess() {
  const { parseSwift } = await bundled("src/code/languages/swift/swift.ts");
  const { buildGraph } = await bundled("src/code/graph/build/build.ts");
  const { encodeGraph } = await bundled("src/code/graph/format/encode.ts");
  const { encodeUpdate, storeGraph, openGraph } = await bundled("src/code/graph/format/stored.ts");
  const { research } = await bundled("src/code/research/research.ts");
  const texts = [...swiftTexts(tree)];
  const lines = texts.reduce((sum, [, text]) => sum + text.split("\n").length, 0);
  const cpu = (work) => {
    const before = process.cpuUsage();
    const value = work();
    const { user, system } = process.cpuUsage(before);
    return { value, ms: (user + system) / 1000 };
  };
  const parsed = cpu(() => new Map(texts.map(([path, text]) => [path, parseSwift(text)])));
  const sources = sourcesOf(parsed.value, (facts) => facts);
  const built = cpu(() => buildGraph(sources, undefined));
  const edited = sources.map((each, at) => (at === 0 ? { ...each, hash: "edited" } : each));
  const again = cpu(() => buildGraph(edited, built.value));
  const bytes = encodeGraph(built.value);
  storeGraph(folder, "0", bytes, encodeUpdate(built.value, ""));
  const read = cpu(() => openGraph(folder, "0"));
  const graph = read.value;
  console.log(
    `${texts.length} files, ${lines} lines, ${graph.nodeCount} nodes, ${graph.edgeCount} edges; ${cpus().length} cores. In this process, CPU time, facts in memory, nothing stored:`,
  );
  console.log(
    `parse ${ms(parsed.ms)}; resolve all ${ms(built.ms)} (${(built.ms / parsed.ms).toFixed(2)} of parsing); after one file counts as edited ${ms(again.ms)}, ${again.value.resolved} files resolved; opened from disk ${ms(read.ms)} (${(bytes.length / 1e6).toFixed(1)} MB)`,
  );
  const names = graph
    .nodes()
    .filter(({ kind, role }) => (kind === "method" || kind === "function") && role === "source");
  const times = [];
  for (let at = 0; at < 200; at++) {
    const node = names[Math.floor((at * names.length) / 200)];
    if (!node) continue;
    const query = `callers of ${node.symbol.qualifiedName}`;
    const before = process.cpuUsage();
    await research(graph, { query, depth: 5, search: async () => [], onHop: async () => true });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  console.log(
    `callers to depth 5, in this process, without looking at the disk, ${times.length} symbols: p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, max ${ms(at(1))}`,
  );
}

function processes() {
  const peer = process.env.CODEGRAPH_DIR && join(process.env.CODEGRAPH_DIR, "node_modules/.bin/codegraph");
  const index = run([hewto, "index", tree, "--workspace", tree]);
  const ask = [hewto, "research", `callers of ${symbol}`, "--depth", "1", "--workspace", tree];
  const first = run(ask);
  const names = Math.max(0, first.cpu - run(ask).cpu);
  console.log("As commands, each a process of its own, CPU time:");
  console.log(
    `hewto index ${ms(index.cpu)}, names with the first question ${ms(names)}: together ${ms(index.cpu + names)}`,
  );
  const contests = {
    "node, doing nothing": ["-e", "0"],
    "hewto research": ask,
  };
  if (peer && existsSync(peer)) {
    const init = run([peer, "init", tree], tree);
    const share = (init.cpu / (index.cpu + names)).toFixed(1);
    console.log(
      `codegraph init, which resolves names too, ${ms(init.cpu)}, exit ${init.status}: ${share} × hewto's index and names`,
    );
    contests["codegraph callers"] = [peer, "callers", symbol, "--path", tree];
  } else console.log("codegraph left out: CODEGRAPH_DIR does not name a folder with it.");
  const times = Object.fromEntries(Object.keys(contests).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(contests)) times[name].push(run(args, tree).cpu);
  }
  const floor = median(times["node, doing nothing"]);
  for (const [name, all] of Object.entries(times))
    console.log(`${name}: ${ms(median(all))} CPU, ${(median(all) / floor).toFixed(1)} × an empty node`);
}

/** One process; its CPU time is what it added to our children's. */
function run(args, cwd = tree) {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    stdio: "ignore",
    env: { ...process.env, NO_COLOR: "1" },
  });
  // Fields 16 and 17 of /proc/self/stat: CPU time of finished child processes, in hundredths of a second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  const total = (Number(fields[13]) + Number(fields[14])) * 10;
  const cpu = total - spent;
  spent = total;
  return { status, cpu };
}

function ms(value) {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
