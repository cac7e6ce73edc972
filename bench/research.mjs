// The symbol graph of a Swift repository: how much of a build it takes, how long a question of depth 5 takes, and the
// callers of one symbol beside codegraph (pinned, from npm), whole processes one after the other in the same minutes.
// RESEARCH_REPO names a checkout (swift-nio is what the goals are set for); without it the decoy suite is measured.
// CODEGRAPH_DIR names a folder that has the peer in node_modules; without it the peer is left out.
// Goals: depth-5 p95 at most 50 ms on swift-nio; precision of judged edges as recorded in bench/research/.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundled } from "./support/bundled.mjs";
import { median } from "./support/stdio-client.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const hewto = join(root, "dist/hewto.js");
const source = process.env.RESEARCH_REPO ?? join(root, "test/corpus/swift-decoys");
const symbol = process.env.RESEARCH_SYMBOL ?? (process.env.RESEARCH_REPO ? "writeInteger" : "load");
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-research-"));
const tree = join(folder, "tree");
let spent = 0;

try {
  cpSync(source, tree, { recursive: true, filter: (path) => !/\/\.(git|hewto|codegraph)(\/|$)/.test(path) });
  if (!existsSync(hewto))
    spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  judged();
  await inProcess();
  processes();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What reading edges by hand has shown; recorded, not measured here. */
function judged() {
  const { edges } = JSON.parse(readFileSync(join(root, "bench/research/judged-edges.json"), "utf8"));
  for (const confidence of ["exact", "inferred"]) {
    const all = edges.filter((edge) => edge[4] === confidence);
    const right = all.filter((edge) => edge[5] === "right").length;
    console.log(
      `judged by hand (see bench/research/judged-edges.json): ${confidence} ${right} of ${all.length} right`,
    );
  }
}

async function inProcess() {
  const { parseSwift } = await bundled("src/code/languages/swift/swift.ts");
  const { buildGraph } = await bundled("src/code/graph/build.ts");
  const { Graph } = await bundled("src/code/graph/graph.ts");
  const { encodeGraph, decodeGraph } = await bundled("src/code/graph/stored.ts");
  const { research } = await bundled("src/code/research/research.ts");
  const paths = readdirSync(tree, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".swift"),
  );
  const texts = paths.sort().map((path) => [path, readFileSync(join(tree, path), "utf8")]);
  const lines = texts.reduce((sum, [, text]) => sum + text.split("\n").length, 0);
  const cpu = (work) => {
    const before = process.cpuUsage();
    const value = work();
    const { user, system } = process.cpuUsage(before);
    return { value, ms: (user + system) / 1000 };
  };
  const parsed = cpu(() => texts.map(([path, text]) => [path, parseSwift(text)]));
  const sources = parsed.value.map(([path, facts]) => ({
    path,
    hash: path,
    language: "swift",
    role: "source",
    facts: () => facts,
  }));
  const built = cpu(() => buildGraph(sources, undefined));
  const edited = sources.map((each, at) => (at === 0 ? { ...each, hash: "edited" } : each));
  const again = cpu(() => buildGraph(edited, built.value));
  const text = encodeGraph(built.value, "");
  const read = cpu(() => new Graph(decodeGraph(text, "")));
  const graph = read.value;
  console.log(
    `${paths.length} files, ${lines} lines, ${graph.nodes.length} nodes, ${graph.edges.length} edges; ${cpus().length} cores, CPU time:`,
  );
  console.log(
    `parse ${ms(parsed.ms)}; resolve all ${ms(built.ms)} (${(built.ms / parsed.ms).toFixed(2)} of parsing); after one edit ${ms(again.ms)}, ${again.value.resolved} files resolved; read from disk ${ms(read.ms)} (${(text.length / 1e6).toFixed(1)} MB)`,
  );
  const names = graph.nodes.filter(
    ({ kind, role }) => (kind === "method" || kind === "function") && role === "source",
  );
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
    `callers to depth 5, ${times.length} symbols: p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, max ${ms(at(1))}`,
  );
}

function processes() {
  const peer = process.env.CODEGRAPH_DIR && join(process.env.CODEGRAPH_DIR, "node_modules/.bin/codegraph");
  const index = run([hewto, "index", tree, "--workspace", tree]);
  const first = run([hewto, "research", `callers of ${symbol}`, "--workspace", tree]);
  console.log(`hewto index ${ms(index.cpu)} CPU; first research, which builds the graph, ${ms(first.cpu)}`);
  const contests = {
    "node, doing nothing": ["-e", "0"],
    "hewto research": [hewto, "research", `callers of ${symbol}`, "--depth", "1", "--workspace", tree],
  };
  if (peer && existsSync(peer)) {
    const init = run([peer, "init", tree], tree);
    console.log(`codegraph init ${ms(init.cpu)} CPU, exit ${init.status}`);
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

/** One process; its CPU time is what waiting for it added to ours. */
function run(args, cwd = tree) {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    stdio: "ignore",
    env: { ...process.env, NO_COLOR: "1" },
  });
  // Fields 16 and 17 of /proc/self/stat: CPU of children that have been waited for, in hundredths of a second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  const total = (Number(fields[13]) + Number(fields[14])) * 10;
  const cpu = total - spent;
  spent = total;
  return { status, cpu };
}

function ms(value) {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
