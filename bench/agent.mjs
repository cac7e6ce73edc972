// What an agent learns from one call: the questions of bench/agent/tasks.json (development: answers were improved with
// these in view) and of bench/agent/held-out.json (nothing was), asked of Hewto over MCP and read as Claude
// Code shows an answer to its model (structuredContent only), of codegraph's best command for each kind of question, and
// of a text search with the three rarest words of the question (for a symbol, its name). Truths found per 1,000 tokens
// (bytes / 4), and tasks solved within 2,000 and 8,000 tokens. A place counts as found when the answer names its file
// and a line in its range, four lines of grace above it.
// It reads the repositories that `npm run bench data` lists; CODEGRAPH_DIR names a folder that has codegraph.
// `--part development` or `--part held-out` runs one of both; `--show N` prints the answers to task N of it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { score, tokensOf } from "./agent/score.mjs";
import { dataFolder, needData } from "./support/data.mjs";
import { connect } from "./support/stdio-client.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const hewto = join(here, "../dist/hewto.js");
const { values: flags } = parseArgs({
  options: { show: { type: "string" }, part: { type: "string" }, misses: { type: "boolean" } },
});
const parts = { development: "tasks.json", "held-out": "held-out.json" };
const tasks = Object.entries(parts)
  .filter(([part]) => flags.part === undefined || flags.part === part)
  .flatMap(([part, file]) =>
    JSON.parse(readFileSync(join(here, "agent", file), "utf8")).tasks.map((task) => ({ ...task, part })),
  );
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-agent-"));
const codegraph = process.env.CODEGRAPH_DIR && join(process.env.CODEGRAPH_DIR, "node_modules/.bin/codegraph");

const stopWords = new Set(
  "a an and are as at be by can do does for from get gets has have how i if in into is it its of on one or that the they this to two was what when where which who why with you".split(
    " ",
  ),
);

needData("agent");
const built = spawnSync(process.execPath, [join(here, "../scripts/build.mjs")], { stdio: "inherit" });
if (built.status !== 0) process.exit(2);
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const wanted = flags.show === undefined ? tasks : [tasks[Number(flags.show)]];
  const rows = [];
  for (const repository of new Set(wanted.map((task) => task.repository))) {
    const tree = copyOf(repository);
    const client = connect([hewto, "mcp", "--workspace", tree]);
    await client.initialize();
    await client.request("tools/call", { name: "index_codebase", arguments: { path: tree } });
    if (codegraph) spawnSync(codegraph, ["init", "-i"], { cwd: tree, stdio: "ignore", timeout: 300_000 });
    for (const task of wanted.filter((each) => each.repository === repository)) {
      const answers = {
        hewto: await askHewto(client, task),
        ...(codegraph ? { codegraph: askCodegraph(tree, task) } : {}),
        grep: askGrep(tree, task),
      };
      for (const [arm, answer] of Object.entries(answers)) {
        if (flags.show !== undefined) console.log(`\n== ${arm}: ${task.question}\n${answer}`);
        rows.push({ arm, task, ...score(answer, task), tokens: tokensOf(answer) });
      }
    }
    client.stop();
  }
  for (const part of Object.keys(parts)) {
    const own = rows.filter(({ task }) => task.part === part);
    if (own.length > 0) report(part, own);
  }
  if (flags.part === undefined && flags.show === undefined) report("both parts", rows);
  if (!existsSync(codegraph ?? "")) console.log("codegraph is left out: CODEGRAPH_DIR is not set.");
}

function copyOf(repository) {
  const tree = join(folder, repository);
  const isSource = (path) => !/\/\.(git|hewto|codegraph)(\/|$)/.test(path);
  cpSync(realpathSync(join(dataFolder, repository)), tree, { recursive: true, filter: isSource });
  return tree;
}

/** One call, as the description of the tools recommends: documents by search_docs, everything else by code_research. */
async function askHewto(client, { kind, question }) {
  const name = kind === "docs" ? "search_docs" : "code_research";
  const { result } = await client.request("tools/call", { name, arguments: { query: question } });
  const { structuredContent, content } = result;
  const whole = structuredContent ? JSON.stringify(structuredContent) : content[0].text;
  return whole.length > 50_000 ? whole.slice(0, 2_000) : whole;
}

function askCodegraph(tree, { kind, question, name, isType }) {
  const command =
    kind === "impact"
      ? [isType ? "impact" : "callers", name]
      : kind === "identifier"
        ? ["query", name]
        : ["explore", question];
  const options = { cwd: tree, encoding: "utf8", timeout: 60_000, env: { ...process.env, NO_COLOR: "1" } };
  return spawnSync(codegraph, command, options).stdout ?? "";
}

/** The lines of the three words of the question that are in the fewest files, a hundred of them, best files first. */
function askGrep(tree, { question, name }) {
  const words = name
    ? [name]
    : [...new Set(question.toLowerCase().match(/[a-z_]{3,}/g) ?? [])].filter((word) => !stopWords.has(word));
  const found = words
    .map((word) => ({ word, lines: linesWith(tree, word) }))
    .filter(({ lines }) => lines.length > 0);
  const files = ({ lines }) => new Set(lines.map((line) => line.split(":")[0])).size;
  const rare = found.sort((a, b) => files(a) - files(b)).slice(0, 3);
  const byFile = new Map();
  for (const { word, lines } of rare) {
    for (const line of lines) {
      const path = line.split(":")[0];
      const entry = byFile.get(path) ?? { words: new Set(), lines: new Set() };
      entry.words.add(word);
      entry.lines.add(line.slice(0, 240));
      byFile.set(path, entry);
    }
  }
  const best = [...byFile.values()].sort(
    (a, b) => b.words.size - a.words.size || a.lines.size - b.lines.size,
  );
  return best
    .flatMap(({ lines }) => [...lines])
    .slice(0, 100)
    .join("\n");
}

function linesWith(tree, word) {
  const rg = spawnSync("rg", ["-n", "-i", "-w", "--no-heading", "-F", "--", word, "."], {
    cwd: tree,
    encoding: "utf8",
  });
  const { stdout } =
    rg.error === undefined
      ? rg
      : spawnSync("grep", ["-rniwIF", "--exclude-dir=.codegraph", "--", word, "."], {
          cwd: tree,
          encoding: "utf8",
          maxBuffer: 64 * 1024 * 1024,
        });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.replace(/^\.\//, "")]));
}

function report(part, rows) {
  console.log(`\n${part}: ${new Set(rows.map(({ task }) => task)).size} tasks, one call each`);
  console.log("arm         solved  ≤2,000  ≤8,000  truths/1,000 tokens  tokens a task");
  for (const arm of new Set(rows.map((row) => row.arm))) {
    const own = rows.filter((row) => row.arm === arm);
    const within = (most) => own.filter(({ isSolved, tokens }) => isSolved && tokens <= most).length;
    const tokens = own.reduce((sum, row) => sum + row.tokens, 0);
    const found = own.reduce((sum, row) => sum + row.found, 0);
    const solved = own.filter(({ isSolved }) => isSolved).length;
    const cells = [solved, within(2_000), within(8_000)].map((cell) => String(cell).padStart(8)).join("");
    console.log(
      `${arm.padEnd(10)}${cells}${((1000 * found) / tokens).toFixed(2).padStart(21)}${String(Math.round(tokens / own.length)).padStart(15)}`,
    );
  }
  console.log("\nsolved by kind");
  for (const kind of new Set(rows.map(({ task }) => task.kind))) {
    const of = rows.filter(({ task }) => task.kind === kind);
    const cells = [...new Set(of.map(({ arm }) => arm))].map((arm) => {
      const own = of.filter((row) => row.arm === arm);
      const recall = own.reduce((sum, row) => sum + row.found / row.task.truth.length, 0) / own.length;
      return `${arm} ${own.filter(({ isSolved }) => isSolved).length}/${own.length} (recall ${recall.toFixed(2)})`;
    });
    console.log(`${kind.padEnd(12)}${cells.join("   ")}`);
  }
  for (const { arm, task, isSolved, found } of rows)
    if (arm === "hewto" && !isSolved && part !== "both parts" && (part !== "held-out" || flags.misses))
      console.log(`missed: ${task.question} (${found} of ${task.truth.length})`);
}
