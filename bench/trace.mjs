// The requirement graph at size: 1,000 specs with 10 scenarios each, 50,000 source files of which 10,000 hold a tagged
// test, and evidence for all of them. Then a JUnit report of 50,000 cases, an lcov file of 100 MB, 10,000 revisions,
// and the impact of a branch of 100 files.
//
// Times are CPU time of this process, which other programs disturb less than the clock: the lower quartile of several
// runs. Floors are what no program could do without, measured in the same run.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundled } from "./support/bundled.mjs";

const SPECS = Number(process.env.BENCH_SPECS ?? 1000);
const FILES = Number(process.env.BENCH_FILES ?? 50_000);
const TESTS = SPECS * 10;
const isCoverageOnly = process.argv[2] === "--coverage-memory";
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
process.env.XDG_CACHE_HOME = join(folder, "cache");
const { traceProcess, readCoverage, revisions } = await bundled("bench/trace/run.ts");
const root = join(folder, "project");
const rows = [];
if (isCoverageOnly) coverageMemory();
else await measureAll();

async function measureAll() {
  plant();
  await sleep(300); // files written a moment ago are read again by design
  console.log(`${SPECS} specs, ${SPECS * 10} scenarios, ${FILES} files, ${TESTS} tagged tests`);
  const first = await traceProcess(root);
  row("first call, nothing stored", await measure(first.trace, 1), 5000);
  row("  floor: every file read once", await measure(first.readAll, 1));
  row("second call of the process", await measure(first.trace), 400);
  const look = await measure(first.look);
  row("  floor: the look at the disk", look);
  const second = await traceProcess(root);
  row("first call of the next process", await measure(second.trace, 1), 5000);
  writeFileSync(join(root, "reports/unit.xml"), junit(TESTS));
  console.log(`evidence added: ${JSON.stringify(await first.add("reports/unit.xml"))}`);
  await sleep(300);
  const third = await traceProcess(root);
  row("with evidence: first call of a process", await measure(third.trace, 1), 5000);
  row("with evidence: second call", await measure(third.trace), 400);
  row("after one edit, without the look at the disk", await measureEdits(third), 20);
  const cases = Buffer.from(junit(50_000));
  const size = `${(cases.length / 1e6).toFixed(1)} MB`;
  row(`JUnit of 50,000 cases (${size}) read and matched`, await measure(await third.match(cases)), 400);
  const lcov = Buffer.from(lcovText(100e6));
  row(`lcov of ${(lcov.length / 1e6).toFixed(0)} MB`, await measure(() => readCoverage(lcov), 3), 3000);
  const texts = Array.from(
    { length: 10_000 },
    (_, n) => `- **WHEN** visitor ${n} asks\n- **THEN** answer ${n} is given\n`,
  );
  row("10,000 revisions", await measure(() => revisions(texts)), 100);
  const changed = Array.from({ length: 100 }, (_, n) => `src/d${n % 200}/f${n}.ts`);
  row("impact of a branch of 100 files", await measure(await third.impact(changed)), 300);
  report();
}

function report() {
  let isReached = true;
  for (const { name, cpu, wall, goal } of rows) {
    const isWithin = goal === undefined || cpu <= goal;
    isReached &&= isWithin;
    const verdict =
      goal === undefined ? "" : `goal ${`${goal} ms`.padStart(8)}  ${isWithin ? "reached" : "MISSED"}`;
    console.log(
      `${name.padEnd(52)}${`${Math.round(cpu)} ms`.padStart(9)}  ${`(${Math.round(wall)} ms)`.padEnd(11)} ${verdict}`.trimEnd(),
    );
  }
  // In a process of its own, whose heap nothing else has grown. It looks after each record.
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--coverage-memory"], {
    encoding: "utf8",
  });
  const grown = Number(child.stdout);
  const isSmall = child.status === 0 && grown <= 150;
  console.log(
    `lcov of 100 MB, memory with the file itself: ${grown} MB, goal 150 MB  ${isSmall ? "reached" : "MISSED"}`,
  );
  isReached &&= isSmall;
  console.log(isReached ? "within the goals" : "MISSED a goal");
  process.exitCode = isReached ? 0 : 1;
}

/** Prints how many MB this process needs more at most while it reads 100 MB of coverage, the file included. */
function coverageMemory() {
  readCoverage(Buffer.from(lcovText(1e6)));
  const bytes = Buffer.alloc(101e6, 0);
  const end = writeLcov(bytes, 100e6);
  const before = process.memoryUsage().rss;
  let peak = before;
  readCoverage(bytes.subarray(0, end), () => {
    peak = Math.max(peak, process.memoryUsage().rss);
  });
  console.log(Math.round(100 + (peak - before) / 1e6));
}

/** Fills bytes with records, without making one text of all. */
function writeLcov(bytes, size) {
  let end = 0;
  for (let n = 0; end < size; n++) end += bytes.write(lcovRecord(n), end, "latin1");
  return end;
}

function row(name, measured, goal) {
  rows.push({ name, ...measured, goal });
}

/** The lower quartile of some runs. */
async function measure(action, rounds = 8) {
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await timed(action));
  return runs.sort((a, b) => a.cpu - b.cpu)[Math.floor(rounds / 4)];
}

/** A call after an edit of one test, less a look at the disk right before it. */
async function measureEdits(process) {
  const runs = [];
  for (let round = 0; round < 12; round++) {
    appendFileSync(join(root, `src/d${round}/t${round}.test.ts`), `test("added ${round}", () => {});\n`);
    await sleep(120);
    const [look, edited] = [await timed(process.look), await timed(process.trace)];
    runs.push({
      cpu: Math.max(0, edited.cpu - look.cpu),
      wall: Math.max(0, edited.wall - look.wall),
    });
  }
  return runs.sort((a, b) => a.cpu - b.cpu)[3];
}

function plant() {
  mkdirSync(join(root, "reports"), { recursive: true });
  for (let n = 0; n < SPECS; n++) {
    const scenarios = Array.from(
      { length: 10 },
      (_, k) =>
        `#### Scenario: Case ${k} of ${n}\n\n- **WHEN** input ${k} of ${n} arrives\n- **THEN** output ${k} leaves\n`,
    ).join("\n");
    mkdirSync(join(root, `openspec/specs/s${n}`), { recursive: true });
    writeFileSync(
      join(root, `openspec/specs/s${n}/spec.md`),
      `# S${n}\n\n## Purpose\n\nWhat it is for.\n\n## Requirements\n\n### Requirement: Rule of ${n}\n\nThe system SHALL obey rule ${n}.\n\n${scenarios}`,
    );
  }
  for (let n = 0; n < 200; n++) mkdirSync(join(root, `src/d${n}`), { recursive: true });
  for (let n = 0; n < TESTS; n++) {
    const [spec, part] = [n % SPECS, Math.floor(n / SPECS)];
    writeFileSync(
      join(root, `src/d${n % 200}/t${n}.test.ts`),
      `import { value${n} } from "./f${n}.ts";\n\n// [VERIFIES: s${spec}/rule-of-${spec}#case-${part}-of-${spec}]\ntest("output ${n} leaves", () => {\n  expect(value${n}).toBe(compute(${n}));\n});\n`,
    );
  }
  for (let n = 0; n < FILES - TESTS; n++)
    writeFileSync(
      join(root, `src/d${n % 200}/f${n}.ts`),
      `export const value${n} = compute(${n}, "text", { option: true });\n${`register(value${n}, "text", { option: true });\n`.repeat(19)}`,
    );
}

function junit(count) {
  const rows = Array.from({ length: count }, (_, n) => {
    const at = n % TESTS;
    return `<testcase classname="src/d${at % 200}/t${at}.test.ts" name="output ${at} leaves" time="0.001"/>`;
  });
  return `<testsuites name="vitest tests" tests="${count}"><testsuite name="all">${rows.join("\n")}</testsuite></testsuites>\n`;
}

function lcovText(bytes) {
  const parts = [];
  for (let n = 0, size = 0; size < bytes; n++) {
    const part = lcovRecord(n);
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

function lcovRecord(n) {
  const lines = Array.from({ length: 2000 }, (_, line) => `DA:${line + 1},${(line * n) % 7}`).join("\n");
  return `SF:src/d${n % 200}/f${n}.ts\n${lines}\nend_of_record\n`;
}

async function timed(action) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await action();
  const { user, system } = process.cpuUsage(used);
  return { cpu: (user + system) / 1000, wall: performance.now() - began };
}
