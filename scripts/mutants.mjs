// Makes small changes to the source, one at a time, and runs the tests that reach the changed function: what no test
// notices is printed. `npm run test:mutants -- --sample 100 --seed 7` draws from each room in turn;
// `--room src/changes` draws from one.
//
// All changes of a sweep are in one copy, each behind a switch. `npm run test:reach -- src` finds out which
// tests reach which function; without it the tests that import the file are run. Changes that no test can notice are
// in scripts/mutants-equivalent.json with the reason. Each result has a class: `behavior`, or `message` for a text
// that a person reads, `log` and `speed` where the list says so.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundleSource } from "./bundle-source.mjs";
import { makeCopy } from "./mutants/copy.mjs";
import { withSwitches } from "./mutants/instrument.mjs";
import { TestChoice } from "./mutants/tests.mjs";
import { refusedByCompiler } from "./mutants/types.mjs";

const { values } = parseArgs({
  options: {
    room: { type: "string", multiple: true },
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    /** A file for one line of JSON per mutant; what is in it already is not run again. */
    out: { type: "string" },
    /** Seconds for one run of tests. */
    limit: { type: "string", default: "240" },
    /** Seconds that the chosen tests of a mutant take in all, as measured when they ran with probes. */
    budget: { type: "string", default: "60" },
    /** How many mutants at once. */
    jobs: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
  },
});
const root = join(fileURLToPath(import.meta.url), "../..");
const sample = Number(values.sample);
const limitMs = Number(values.limit) * 1000;
/** Names the change that is on. */
const variable = "HEWTO_MUTANT";
let runs = 0;
const generated = /^src\/library\/(?:operations|calls)\.ts$/;

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 28,
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const sources = new Map(
  files
    .filter((path) => /^(?:src|test)\/.*\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);
const equivalent = JSON.parse(readFileSync(join(root, "scripts/mutants-equivalent.json"), "utf8"));
const choice = new TestChoice(root, sources);
const mutants = await draw();

if (values.list) for (const mutant of mutants) console.log(describe(mutant));
else await sweep();

/** One change per line, from each room in turn, in an order that the seed number decides. */
async function draw() {
  const scratch = join(root, "node_modules/.cache/hewto-mutants", String(process.pid));
  mkdirSync(scratch, { recursive: true });
  try {
    const bundle = join(scratch, "mutants.mjs");
    const modules = {
      "tests/syntax": "readSyntax",
      "prove/mutants/mutations": "mutationsIn",
      "prove/mutants/choose": "onePerLine, orderBySeed",
    };
    const text = Object.entries(modules).map(
      ([path, names]) => `export { ${names} } from "../src/trace/${path}.ts";`,
    );
    await bundleSource({ code: text.join("\n"), folder: join(root, "scripts") }, bundle);
    const { readSyntax, mutationsIn, onePerLine, orderBySeed } = await import(pathToFileURL(bundle).href);
    const all = [];
    const rooms = values.room ?? ["src"];
    const isWanted = (path) =>
      rooms.some((room) => path === room || path.startsWith(`${room.replace(/\/$/, "")}/`));
    for (const [file, source] of sources) {
      if (!isWanted(file) || file.endsWith(".test.ts") || generated.test(file)) continue;
      const syntax = await readSyntax(file, source);
      if (syntax === undefined) continue;
      for (const mutation of mutationsIn(syntax, { from: 0, to: source.length }))
        all.push({ file, ...mutation });
    }
    const ordered = onePerLine(orderBySeed(all, Number(values.seed)));
    return (values.room ? ordered : inTurn(ordered)).slice(0, Math.ceil(sample * 1.6));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The first of each room, then the second of each: small rooms matter as much as large ones. */
function inTurn(ordered) {
  const seen = new Map();
  const ranked = ordered.map((mutant) => {
    const room = roomOf(mutant.file);
    const rank = seen.get(room) ?? 0;
    seen.set(room, rank + 1);
    return { mutant, rank, room };
  });
  return ranked.sort((a, b) => a.rank - b.rank || (a.room < b.room ? -1 : 1)).map(({ mutant }) => mutant);
}

async function sweep() {
  const done = new Map();
  if (values.out && existsSync(values.out))
    for (const line of readFileSync(values.out, "utf8").split("\n").filter(Boolean)) {
      const result = JSON.parse(line);
      done.set(result.id, result);
    }
  const copy = makeCopy(root, files);
  const refused = await refusedByCompiler(copy, mutants, sources);
  for (const [index, mutant] of mutants.entries()) mutant.number = index + 1;
  const switched = new Set();
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file && !refused.has(mutant));
    const { text, done: made } = withSwitches(sources.get(file), own, variable);
    for (const mutant of made) switched.add(mutant);
    writeFileSync(join(copy, file), text);
  }
  const results = [];
  const ahead = mutants.values();
  const isEnough = () =>
    results.filter(({ outcome }) => outcome === "killed" || outcome === "survived").length >= sample;
  const work = async () => {
    for (const mutant of ahead) {
      if (isEnough()) return;
      const id = describe(mutant);
      const result = done.get(id) ?? { id, ...(await verdictOf(copy, mutant, refused, switched)) };
      if (!done.has(id) && values.out) appendFileSync(values.out, `${JSON.stringify(result)}\n`);
      results.push({ ...result, file: mutant.file });
      const by = result.by ? `  [${result.by}]` : "";
      console.log(`${String(results.length).padStart(3)} ${result.outcome.padEnd(10)} ${id}${by}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  summarize(results);
}

async function verdictOf(copy, mutant, refused, switched) {
  if (refused.has(mutant)) return { outcome: "invalid", by: "the compiler refuses it" };
  if (!switched.has(mutant)) return { outcome: "invalid", by: "it cannot be switched" };
  return judge(copy, mutant);
}

async function judge(copy, mutant) {
  const known = equivalent[describe(mutant).replace(/:\d+ /, " ")];
  if (known !== undefined) return { outcome: "equivalent", by: known };
  const { parts, left } = choice.testsOf(mutant, Number(values.budget) * 1000);
  if (parts.length === 0) return { outcome: "survived", by: "no test reaches it", class: classOf(mutant) };
  for (const part of parts) {
    const failed = await runTests(copy, part, mutant.number);
    if (failed === undefined) continue;
    // A test that fails without the change too says nothing about it.
    if (failed.isDoubtful && (await runTests(copy, [failed.file], 0)) !== undefined) continue;
    return { outcome: "killed", by: failed.by, class: classOf(mutant) };
  }
  const count = parts.flat().length;
  const by = `${count} test files${left > 0 ? `, ${left} more not run` : ""}`;
  return { outcome: "survived", by, class: classOf(mutant) };
}

/** What the first failure says; undefined if all tests pass. */
async function runTests(copy, tests, number) {
  const report = join(copy, `report-${++runs}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--maxWorkers=1",
    "--bail=1",
    "--experimental.fsModuleCache",
    "--reporter=json",
    `--outputFile=${report}`,
    ...tests,
  ];
  const ended = await new Promise((settle) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      detached: true,
      stdio: "ignore",
      env: { ...process.env, HEWTO_SKIP_BUILD: "1", [variable]: String(number) },
    });
    const timer = setTimeout(() => {
      process.kill(-child.pid, "SIGKILL");
      settle("time");
    }, limitMs);
    child.once("exit", (status) => {
      clearTimeout(timer);
      settle(status);
    });
  });
  if (ended === 0) return undefined;
  const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
  for (const { name, assertionResults } of results) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    if (failed === undefined) continue;
    const file = name.slice(copy.length + 1);
    const isDoubtful =
      choice.hasFailed(file) || /timed out|ETIMEDOUT|timeout/i.test(failed.failureMessages.join("\n"));
    return { file, by: `${file} > ${failed.fullName}`, isDoubtful };
  }
  const broken = results.find(({ status }) => status === "failed")?.name.slice(copy.length + 1);
  if (ended === "time") return { file: tests[0], by: "time limit", isDoubtful: true };
  return { file: broken ?? tests[0], by: `${broken ?? "the run"} does not load`, isDoubtful: true };
}

/** Texts for people are a class of their own: their keys and the calls that take them say so. */
function classOf({ file, from, operator }) {
  if (operator !== "string") return "behavior";
  const before = sources.get(file).slice(Math.max(0, from - 60), from);
  return /(?:message|summary|description|title|hint|help|fix|note|reason|usage|label|what|why|text)\??:\s*$|(?:fault|describe|say|log|note|warn|Error)\(\s*$/i.test(
    before,
  )
    ? "message"
    : "behavior";
}

function describe({ file, line, from, to, replacement, operator }) {
  const source = sources.get(file);
  const start = source.lastIndexOf("\n", from - 1) + 1;
  const before = source.slice(start, to).trimStart();
  return `${file}:${line} ${operator} \`${flat(before)}\` → \`${flat(replacement)}\``;
}

function flat(text) {
  const one = text.replace(/\s+/g, " ");
  return one.length > 110 ? `${one.slice(0, 50)}…${one.slice(-59)}` : one;
}

function summarize(results) {
  const rooms = new Map();
  for (const { file, outcome, class: kind } of results) {
    const room = roomOf(file);
    const counts = rooms.get(room) ?? { tried: 0, survived: 0 };
    rooms.set(room, counts);
    if (outcome !== "killed" && outcome !== "survived") continue;
    if (kind === "message") continue;
    counts.tried++;
    if (outcome === "survived") counts.survived++;
  }
  console.log("\nroom         tried  survived");
  let [tried, survived] = [0, 0];
  for (const [room, counts] of [...rooms].sort()) {
    tried += counts.tried;
    survived += counts.survived;
    console.log(
      `${room.padEnd(12)} ${String(counts.tried).padStart(5)} ${String(counts.survived).padStart(9)}`,
    );
  }
  const share = ((100 * survived) / Math.max(1, tried)).toFixed(0);
  console.log(
    `${"all".padEnd(12)} ${String(tried).padStart(5)} ${String(survived).padStart(9)}  (${share} %)`,
  );
  const count = (test) => results.filter(test).length;
  console.log(
    `not counted: ${count(({ outcome }) => outcome === "invalid")} that the compiler refuses or that cannot be switched, ${count(({ outcome }) => outcome === "equivalent")} equivalent, ${count(({ class: kind }) => kind === "message")} texts for people (${count(({ class: kind, outcome }) => kind === "message" && outcome === "survived")} survived)`,
  );
}

/** The folder below src/; files next to the folders are a room together. */
function roomOf(file) {
  const [, room, rest] = file.split("/");
  return rest === undefined ? "(top)" : room;
}
