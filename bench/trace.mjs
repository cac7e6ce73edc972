// The requirement graph at size: 1,000 specs with 10 scenarios each, 50,000 source files of which 10,000 hold a tagged
// test, and evidence for all of them. Then a JUnit report of 50,000 cases, an lcov file of 100 MB, 10,000 revisions.
// CPU time of this process, which other programs disturb less; wall-clock time in parentheses.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundled } from "./support/bundled.mjs";

const SPECS = Number(process.env.BENCH_SPECS ?? 1000);
const FILES = Number(process.env.BENCH_FILES ?? 50_000);
const TESTS = SPECS * 10;
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
process.env.XDG_CACHE_HOME = join(folder, "cache");
const { traceProcess, readCoverage, revisions } = await bundled("bench/trace/run.ts");

const root = join(folder, "project");
plant();
await sleep(300); // files written a moment ago are read again by design

console.log(`${SPECS} specs, ${SPECS * 10} scenarios, ${FILES} files, ${TESTS} tagged tests`);
let isReached = true;
const row = (name, { cpu, wall }, goalMs) => {
  const isWithin = cpu <= goalMs;
  isReached &&= isWithin;
  console.log(
    `${name.padEnd(52)}${`${Math.round(cpu)} ms`.padStart(9)}  ${`(${Math.round(wall)} ms)`.padEnd(11)} goal ${`${goalMs} ms`.padStart(8)}  ${isWithin ? "reached" : "MISSED"}`,
  );
};

const first = await traceProcess(root);
row("first call, nothing stored", await timed(first.trace), 5000);
row("second call of the process", await median(first.trace), 400);
const second = await traceProcess(root);
row("first call of the next process", await timed(second.trace), 5000);

writeFileSync(join(root, "reports/unit.xml"), junit(TESTS));
console.log(`evidence added: ${JSON.stringify(await first.add("reports/unit.xml"))}`);
await sleep(300);
const third = await traceProcess(root);
row("with evidence: first call of a process", await timed(third.trace), 5000);
row("with evidence: second call", await median(third.trace), 400);

const look = await median(third.walk);
const unchanged = await median(third.trace);
const edits = [];
for (let round = 0; round < 5; round++) {
  appendFileSync(join(root, `src/d${round}/t${round * 7}.test.ts`), `test("added ${round}", () => {});\n`);
  await sleep(120);
  edits.push(await timed(third.trace));
}
const edited = edits.sort((a, b) => a.cpu - b.cpu)[2];
row("after one edit, without the look at the disk", less(edited, unchanged), 20);
console.log(`  the look itself: ${Math.round(look.cpu)} ms (${Math.round(look.wall)} ms) for ${FILES} files`);

const cases = Buffer.from(junit(50_000));
const match = await third.match(cases);
row(
  `JUnit of 50,000 cases (${(cases.length / 1e6).toFixed(1)} MB) read and matched`,
  await median(match),
  400,
);
const lcov = Buffer.from(lcovText(100e6));
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);
const coverage = await timed(() => readCoverage(lcov));
clearInterval(watch);
peak = Math.max(peak, process.memoryUsage().rss);
row(`lcov of ${(lcov.length / 1e6).toFixed(0)} MB`, coverage, 3000);
const grown = (peak - before) / 1e6;
isReached &&= grown <= 150;
console.log(
  `  memory beyond the file itself: ${grown.toFixed(0)} MB, goal 150 MB  ${grown <= 150 ? "reached" : "MISSED"}`,
);
const texts = Array.from(
  { length: 10_000 },
  (_, n) => `- **WHEN** visitor ${n} asks\n- **THEN** answer ${n} is given\n`,
);
row("10,000 revisions", await median(() => revisions(texts)), 100);
console.log(isReached ? "within the goals" : "MISSED a goal");
process.exitCode = isReached ? 0 : 1;

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
      `export const value${n} = compute(${n}, "text", { option: true });\n`.repeat(20),
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
    const lines = Array.from({ length: 2000 }, (_, line) => `DA:${line + 1},${(line * n) % 7}`).join("\n");
    const part = `SF:src/d${n % 200}/f${n}.ts\n${lines}\nend_of_record\n`;
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

async function timed(action) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await action();
  const { user, system } = process.cpuUsage(used);
  return { cpu: (user + system) / 1000, wall: performance.now() - began };
}

async function median(action) {
  const times = [];
  for (let round = 0; round < 5; round++) times.push(await timed(action));
  return times.sort((a, b) => a.cpu - b.cpu)[2];
}

function less(a, b) {
  return { cpu: Math.max(0, a.cpu - b.cpu), wall: Math.max(0, a.wall - b.wall) };
}
