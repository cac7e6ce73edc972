// Changes the source in a copy, one small change at a time, and runs the tests that import the changed file: what no
// test notices is printed. `npm run test:mutants -- --room src/changes --sample 100 --seed 7`
//
// Only tests below src/ are run (those that start the built program are not), nearest importers first. Changes that
// no test can notice are listed with the reason in scripts/mutants-equivalent.json.
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundleSource } from "./bundle-source.mjs";

const { values } = parseArgs({
  options: {
    room: { type: "string", multiple: true, default: ["src"] },
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    /** A file for one line of JSON per mutant; what is in it already is not run again. */
    out: { type: "string" },
    /** Seconds for one run of tests. */
    limit: { type: "string", default: "120" },
    /** How many test files at most, nearest importers first. */
    files: { type: "string", default: "12" },
    list: { type: "boolean", default: false },
  },
});
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const sample = Number(values.sample);
const seed = Number(values.seed);
const limitMs = Number(values.limit) * 1000;
const generated = /^src\/library\/(?:operations|calls)\.ts$/;

const sources = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 28,
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const code = sources.filter((path) => /^src\/.*\.ts$/.test(path));
const importers = reverseImports(code);
const mutants = await draw();
const equivalent = JSON.parse(readFileSync(join(root, "scripts/mutants-equivalent.json"), "utf8"));

if (values.list) for (const mutant of mutants.slice(0, sample)) console.log(describe(mutant));
else await sweep();

/** One change per line, in an order that the seed number decides. */
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
    const isWanted = (path) =>
      values.room.some((room) => path === room || path.startsWith(`${room.replace(/\/$/, "")}/`));
    for (const file of code.filter(
      (path) => isWanted(path) && !path.endsWith(".test.ts") && !generated.test(path),
    )) {
      const source = readFileSync(join(root, file), "utf8");
      const syntax = await readSyntax(file, source);
      if (syntax === undefined) continue;
      for (const mutation of mutationsIn(syntax, { from: 0, to: source.length }))
        all.push({ file, ...mutation });
    }
    return onePerLine(orderBySeed(all, seed)).slice(0, sample * 3);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function sweep() {
  const done = new Map();
  if (values.out && existsSync(values.out))
    for (const line of readFileSync(values.out, "utf8").split("\n").filter(Boolean)) {
      const result = JSON.parse(line);
      done.set(result.id, result);
    }
  const copy = makeCopy();
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  const results = [];
  try {
    for (const mutant of mutants) {
      if (results.filter(({ outcome }) => outcome === "killed" || outcome === "survived").length >= sample)
        break;
      const id = describe(mutant);
      const result = done.get(id) ?? { id, ...(await judge(copy, mutant)) };
      if (!done.has(id) && values.out) appendFileSync(values.out, `${JSON.stringify(result)}\n`);
      results.push({ ...result, file: mutant.file });
      console.log(
        `${String(results.length).padStart(3)} ${result.outcome.padEnd(10)} ${id}${result.by ? `  [${result.by}]` : ""}`,
      );
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  summarize(results);
}

async function judge(copy, mutant) {
  const { file, from, to, replacement } = mutant;
  const reason = equivalent[describe(mutant).replace(/:\d+ /, " ")];
  if (reason !== undefined) return { outcome: "equivalent", by: reason };
  const source = readFileSync(join(root, file), "utf8");
  const text = source.slice(0, from) + replacement + source.slice(to);
  const tests = testsOf(file).slice(0, Number(values.files));
  if (tests.length === 0) return { outcome: "survived", by: "no test imports it" };
  const path = join(copy, file);
  writeFileSync(path, text);
  try {
    if (!compiles(copy)) return { outcome: "invalid" };
    // The nearest first: most changes are noticed there.
    for (const part of [tests.slice(0, 4), tests.slice(4)]) {
      if (part.length === 0) continue;
      const failed = await runTests(copy, part);
      if (failed !== undefined) return failed;
    }
    if (mutant.operator === "string" && !docsAgree(copy))
      return { outcome: "killed", by: "the generated pages of docs/" };
    return { outcome: "survived", by: `${tests.length} test files` };
  } finally {
    writeFileSync(path, source);
  }
}

/** What the tests say; undefined if all of them pass. */
async function runTests(copy, tests) {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
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
      env: { ...process.env, HEWTO_SKIP_BUILD: "1" },
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
  if (ended === "time") return { outcome: "killed", by: "time limit" };
  if (ended === 0) return undefined;
  const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
  for (const { name, assertionResults } of results) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    if (failed) return { outcome: "killed", by: `${name.slice(name.indexOf("src/"))} > ${failed.fullName}` };
  }
  const broken = results.find(({ status }) => status === "failed");
  const isInvalid = /Transform failed|SyntaxError|PARSE_ERROR/.test(broken?.message ?? "");
  return isInvalid
    ? { outcome: "invalid" }
    : {
        outcome: "killed",
        by: broken
          ? `${broken.name.slice(broken.name.indexOf("src/"))} does not load`
          : "the run ended early",
      };
}

/** Descriptions are part of the generated pages, which `npm run check` compares. */
function docsAgree(copy) {
  try {
    execFileSync(process.execPath, ["scripts/gen-docs.mjs", "--check"], { cwd: copy, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Whether the compiler accepts the copy: a change that it refuses says nothing about tests. */
function compiles(copy) {
  try {
    const args = [
      "node_modules/typescript/bin/tsc",
      "--noEmit",
      "--incremental",
      "--tsBuildInfoFile",
      "src-only.tsbuildinfo",
      "-p",
      "src-only.json",
    ];
    execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", maxBuffer: 1 << 26 });
    return true;
  } catch (error) {
    // Unused names and comparisons that cannot be true are style: such a program runs.
    const codes = [...String(error.stdout).matchAll(/error TS(\d+)/g)].map(([, number]) => number);
    return codes.every((number) => ["6133", "6192", "6196", "6198", "7027", "2367"].includes(number));
  }
}

/** Test files that reach a file by imports: those of its folder first, then by distance. */
function testsOf(file) {
  const found = [];
  let ahead = [file];
  const seen = new Set(ahead);
  for (let distance = 1; ahead.length > 0; distance++) {
    ahead = ahead
      .flatMap((path) => importers.get(path) ?? [])
      .filter((path) => !seen.has(path) && seen.add(path));
    for (const path of ahead) if (path.endsWith(".test.ts")) found.push({ path, distance });
  }
  const rank = ({ path, distance }) => (dirname(path) === dirname(file) ? 0 : distance);
  found.sort((a, b) => rank(a) - rank(b) || shared(b.path, file) - shared(a.path, file));
  return found.map(({ path }) => path);
}

function shared(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function reverseImports(paths) {
  const known = new Set(paths);
  const reverse = new Map();
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, isType, name] of text.matchAll(
      /\b(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/g,
    )) {
      if (isType || name === undefined) continue;
      add(path, name);
    }
    for (const [, name] of text.matchAll(/\bimport\(\s*["'](\.[^"']+)["']/g)) add(path, name);
  }
  return reverse;

  function add(path, name) {
    const target = resolve("/", dirname(path), name).slice(1);
    if (known.has(target)) reverse.set(target, [...(reverse.get(target) ?? []), path]);
  }
}

/** The tree as it is on disk, with the installed packages linked one by one: what tests write there stays in the copy. */
function makeCopy() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "hewto-mutants-")));
  for (const path of sources) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")))
    if (!/^\.(?:cache|vite)/.test(name))
      symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  if (existsSync(join(root, "dist"))) symlinkSync(join(root, "dist"), join(copy, "dist"));
  const config = { extends: "./tsconfig.json", include: ["src"], exclude: ["src/**/*.test.ts"] };
  writeFileSync(join(copy, "src-only.json"), JSON.stringify(config));
  return copy;
}

function describe({ file, line, from, to, replacement, operator }) {
  const source = readFileSync(join(root, file), "utf8");
  const start = source.lastIndexOf("\n", from - 1) + 1;
  const before = source.slice(start, to).trimStart();
  return `${file}:${line} ${operator} \`${flat(before, from - start)}\` → \`${flat(replacement)}\``;
}

function flat(text) {
  const one = text.replace(/\s+/g, " ");
  return one.length > 110 ? `${one.slice(0, 50)}…${one.slice(-59)}` : one;
}

function summarize(results) {
  const rooms = new Map();
  for (const { file, outcome } of results) {
    const room = file.split("/")[1];
    const counts = rooms.get(room) ?? { killed: 0, survived: 0, equivalent: 0, invalid: 0 };
    counts[outcome]++;
    rooms.set(room, counts);
  }
  console.log("\nroom         tried  survived");
  let [tried, survived] = [0, 0];
  for (const [room, counts] of [...rooms].sort()) {
    const valid = counts.killed + counts.survived;
    tried += valid;
    survived += counts.survived;
    console.log(`${room.padEnd(12)} ${String(valid).padStart(5)} ${String(counts.survived).padStart(9)}`);
  }
  console.log(
    `${"all".padEnd(12)} ${String(tried).padStart(5)} ${String(survived).padStart(9)}  (${((100 * survived) / Math.max(1, tried)).toFixed(0)} %)`,
  );
}
