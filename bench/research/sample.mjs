// Call edges for a reader to judge. The same seed draws the same edges from the same checkouts and the same resolver;
// edges that were judged before are not drawn again.
//   npm run --silent bench research -- --sample 11 > sheet.md     prints them with their source
//   npm run bench research -- --record sheet.md --judge second    records the verdicts in judged-edges.json
// In between, a judge writes `right`, or `wrong` and why, after each `Verdict:`.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkouts, graphOfFolder, swiftTexts } from "./repositories.mjs";

const recorded = join(import.meta.dirname, "judged-edges.json");
const wanted = { exact: 30, inferred: 20 };

export async function printSample(seed) {
  const { edges, lines, commits } = await draw(seed);
  console.log(`# Call edges, seed ${seed}\n`);
  for (const [repository, commit] of Object.entries(commits)) console.log(`- ${repository} ${commit}`);
  console.log(
    "\nIs the declaration what the marked line calls? Write `right`, or `wrong` and why, behind `Verdict:`.\n",
  );
  for (const [at, edge] of edges.entries()) {
    const { repository, call, declaration, symbol, confidence, inside } = edge;
    console.log(`## ${at + 1}. ${repository} ${confidence}\n`);
    console.log(`Call: ${call} (in ${inside})`);
    console.log(excerpt(lines(repository, call), call, 4, 3));
    console.log(`Symbol: ${symbol}`);
    console.log(`Declaration: ${declaration}`);
    console.log(excerpt(lines(repository, declaration), declaration, 2, 4));
    console.log("Verdict:\n");
  }
}

export function record(sheet, judge) {
  const text = readFileSync(sheet, "utf8");
  const seed = Number(/^# Call edges, seed (\d+)/m.exec(text)?.[1]);
  const commits = Object.fromEntries(
    [...text.matchAll(/^- (\S+\/\S+) ([0-9a-f]{40})$/gm)].map((found) => found.slice(1)),
  );
  const sections = text.split(/^## \d+\. /m).slice(1);
  const rows = sections.flatMap((section) => rowOf(section, judge, seed));
  const known = readJudged();
  const draws = [...known.draws, { judge, seed, commits, judged: rows.length }];
  writeFileSync(recorded, JSON.stringify({ ...known, draws, edges: [...known.edges, ...rows] }, null, 1));
  execFileSync("npx", ["biome", "check", "--write", recorded], { stdio: "ignore" });
  console.log(`${rows.length} of ${sections.length} edges recorded for judge "${judge}".`);
}

function rowOf(section, judge, seed) {
  const field = (pattern) => pattern.exec(section)?.[1] ?? "";
  const [repository, confidence] = field(/^(\S+ \w+)/).split(" ");
  const [, verdict, why] = /^Verdict:\s*(right|wrong)\b[ \t:,;.-]*(.*)$/m.exec(section) ?? [];
  if (!verdict) return [];
  const places = [
    field(/^Call: (.+:\d+) \(in /m),
    field(/^Declaration: (.+:\d+)$/m),
    field(/^Symbol: (.*)$/m),
  ];
  return [[repository, ...places, confidence, verdict, judge, seed, ...(why ? [why] : [])]];
}

/** What reading has shown, by judge and confidence. */
export function tellJudged() {
  const { edges } = readJudged();
  const judges = [...new Set(edges.map((edge) => edge[6]))];
  for (const judge of judges) {
    const shares = ["exact", "inferred"].map((confidence) => {
      const all = edges.filter((edge) => edge[6] === judge && edge[4] === confidence);
      const right = all.filter((edge) => edge[5] === "right").length;
      return `${confidence} ${right} of ${all.length} right`;
    });
    console.log(
      `judged by reading, judge "${judge}" (bench/research/judged-edges.json): ${shares.join(", ")}`,
    );
  }
}

function readJudged() {
  return JSON.parse(readFileSync(recorded, "utf8"));
}

async function draw(seed) {
  const folders = checkouts();
  if (folders.size === 0) throw new Error("No checkouts: HEWTO_BENCH_DATA names the folder that has them.");
  const seen = new Set(
    readJudged()
      .edges.filter((edge) => edge[7] !== seed)
      .map((edge) => edge.slice(0, 3).join()),
  );
  const random = randomFrom(seed);
  const edges = [];
  const texts = new Map();
  const commits = {};
  for (const [repository, folder] of folders) {
    texts.set(repository, swiftTexts(folder));
    commits[repository] = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
    const graph = await graphOfFolder(texts.get(repository));
    const all = callsOf(graph, repository).filter(
      ({ call, declaration }) => !seen.has([repository, call, declaration].join()),
    );
    for (const [confidence, number] of Object.entries(wanted)) {
      const fitting = all.filter((edge) => edge.confidence === confidence);
      edges.push(...pick(fitting, number, random));
    }
  }
  const lines = (repository, place) =>
    texts
      .get(repository)
      .get(place.slice(0, place.lastIndexOf(":")))
      .split("\n");
  return { edges, lines, commits };
}

function callsOf(graph, repository) {
  const found = [];
  graph.eachEdge((at, from, to) => {
    if (graph.kindOf(at) !== "calls" || !(graph.confidenceOf(at) in wanted)) return;
    const { path, line, confidence } = graph.edge(at);
    const target = graph.node(to);
    found.push({
      repository,
      call: `${path}:${line}`,
      declaration: `${target.path}:${target.line}`,
      symbol: target.name,
      confidence,
      inside: graph.node(from).name,
    });
  });
  return found;
}

function pick(list, number, random) {
  const left = [...list];
  const chosen = [];
  while (chosen.length < number && left.length > 0)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen;
}

/** Mulberry32: small, and the same on every machine. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function excerpt(lines, place, before, after) {
  const line = Number(place.slice(place.lastIndexOf(":") + 1));
  const from = Math.max(1, line - before);
  const shown = lines.slice(from - 1, line + after).map((text, at) => {
    const number = from + at;
    return `${number === line ? ">" : " "} ${String(number).padStart(5)} ${text}`;
  });
  return ["```swift", ...shown, "```", ""].join("\n");
}
