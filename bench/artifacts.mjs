// 1,000 specifications with 10 constraint groups each, and 50,000 source files to scan: compliance, status and the
// dependency tree, cold and again unchanged. The floor: reading the same files with readFileSync. Each call is
// also measured at a quarter of the size, to check that the cost grows no faster than the size. Ratios are of CPU time,
// which other programs disturb less; wall-clock time is shown too. The report is also run as a command, twice: the
// second process uses what the first one stored in the user's cache folder.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleSource } from "../scripts/bundle-source.mjs";

const SPECS = Number(process.env.BENCH_SPECS ?? 1000);
const FILES = Number(process.env.BENCH_FILES ?? 50_000);
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
const hewto = await bundle();
const calls = [
  ["compliance", "compliance_report", { locator: "impl://top-ts" }],
  ["status", "workspace_status", {}],
  ["dependency tree", "dependency_tree", { locator: "spec://s0" }],
];

const [small, large] = [await measure(SPECS / 4, FILES / 4), await measure(SPECS, FILES)];
const commands = asCommands(join(folder, `w${SPECS}`));
rmSync(folder, { recursive: true, force: true });

console.log(`${SPECS} specifications, ${SPECS * 10} constraint groups, ${FILES} source files`);
console.log(
  `floor: every file read once ${shown(large.floor.read)}, every file looked at once ${shown(large.floor.stat)}`,
);
let good = true;
for (const [name] of calls) {
  const { first, again } = large[name];
  const growth = first.cpu / small[name].first.cpu / 4;
  const repeat = again.cpu / first.cpu;
  const within = repeat <= 0.1 && growth <= 1.5;
  good &&= within;
  const cost = `cost per unit at 4 × the size: ${growth.toFixed(2)}`;
  console.log(`${name.padEnd(16)} first ${shown(first)}, again in the same process ${shown(again)}`);
  console.log(
    `${" ".repeat(16)} again is ${repeat.toFixed(3)} of the first; ${cost}; ${within ? "within the goal" : "MISSED"}`,
  );
}
const [cold, warm] = commands;
console.log(
  `as a command     first ${shown(cold)}, second process ${shown(warm)}: ${(warm.cpu / cold.cpu).toFixed(2)} of the first`,
);
const overFloor = large.compliance.first.cpu / large.floor.read.cpu;
console.log(`the first compliance report costs ${overFloor.toFixed(1)} × the bare reading of its files`);
console.log(
  good ? "within the goals (again ≤ 0.1, growth linear)" : "MISSED a goal (again ≤ 0.1, growth linear)",
);
process.exitCode = good ? 0 : 1;

async function measure(specs, files) {
  const root = join(folder, `w${specs}`);
  plant(root, specs, files);
  await sleep(300); // files written a moment ago are read again by design
  const floor = {
    read: await timed(() => walk(join(root, "src"), (path) => readFileSync(path))),
    stat: await timed(() => walk(join(root, "src"), (path) => statSync(path))),
  };
  const results = { floor };
  for (const [name, tool, args] of calls) {
    // A separate process would also have cold code; only the caches of files are measured here, in memory and on disk.
    process.env.XDG_CACHE_HOME = join(folder, `cache-${name.replaceAll(" ", "-")}-${specs}`);
    const runtime = await hewto.runtimeAt(root);
    const first = await timed(() => runtime(tool, args));
    const again = [];
    for (let round = 0; round < 5; round++) again.push(await timed(() => runtime(tool, args)));
    results[name] = { first, again: again.sort((a, b) => a.cpu - b.cpu)[2] };
  }
  return results;
}

/** `hewto artifacts compliance` as two processes in sequence, with their own cache folder. */
function asCommands(root) {
  const program = join(here, "../dist/hewto.js");
  spawnSync(process.execPath, [join(here, "../scripts/build.mjs")], { stdio: "inherit" });
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), NO_COLOR: "1" };
  const args = [program, "artifacts", "compliance", "impl://top-ts", "--workspace", root, "--json"];
  return [1, 2].map(() => {
    const [began, used] = [performance.now(), childrenCpu()];
    const { status, stderr } = spawnSync(process.execPath, args, {
      env,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    // 1: constraints without a tag are findings.
    if (status !== 0 && status !== 1) throw new Error(stderr);
    return { wall: performance.now() - began, cpu: childrenCpu() - used };
  });
}

/** CPU time of finished child processes: fields 16 and 17, in hundredths of a second. */
function childrenCpu() {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function plant(root, specs, files) {
  mkdirSync(join(root, ".specman"), { recursive: true });
  for (let n = 0; n < specs; n++) {
    mkdirSync(join(root, `spec/s${n}`), { recursive: true });
    // A tree of dependencies, three below each: wide and deep enough for both directions.
    const on = [1, 2, 3].map((k) => n * 3 + k).filter((k) => k < specs);
    const dependencies = on.length === 0 ? "[]" : `\n${on.map((k) => `  - ../s${k}/spec.md`).join("\n")}`;
    const concepts = Array.from(
      { length: 10 },
      (_, g) =>
        `### Concept: C${g}\n\nWhat it is about, see [the next](#concept-c${(g + 1) % 10}).\n\n!concept-c${g}.s${n}:\n\n- It MUST hold.\n  - In every case.\n- It SHOULD hold elsewhere.\n`,
    ).join("\n");
    writeFileSync(
      join(root, `spec/s${n}/spec.md`),
      `---\nname: s${n}\nversion: 1.0.0\ndependencies: ${dependencies}\n---\n\n# S${n}\n\n## Terminology & References\n\nRFC 2119.\n\n## Concepts\n\n${concepts}`,
    );
  }
  mkdirSync(join(root, "impl/top-ts"), { recursive: true });
  writeFileSync(
    join(root, "impl/top-ts/impl.md"),
    "---\nspec: ../../spec/s0/spec.md\nname: top-ts\nversion: 1.0.0\nlocation: ../../src\n---\n\n# Top\n",
  );
  for (let n = 0; n < files; n++) {
    const path = join(root, `src/d${n % 200}`);
    if (n < 200) mkdirSync(path, { recursive: true });
    const tag = n % 5 === 0 ? `// [ENSURES: concept-c${n % 10}.s${n % specs}:TEST]\n` : "";
    writeFileSync(
      join(path, `f${n}.ts`),
      `${tag}${`export const value${n} = compute(${n}, "text", { option: true });\n`.repeat(20)}`,
    );
  }
}

function walk(path, visit) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) walk(below, visit);
    else visit(below);
  }
}

async function timed(work) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - began, cpu: (user + system) / 1000 };
}

function shown({ wall, cpu }) {
  return `${cpu.toFixed(0)} ms (${wall.toFixed(0)} by the clock)`;
}

async function bundle() {
  const outfile = join(folder, "hewto.mjs");
  const contents = `
    import { artifactsToolset } from "../src/artifacts/operations/toolset.ts";
    import { contextFor, createRuntime } from "../src/operation/runtime.ts";
    import { openWorkspace } from "../src/workspace/paths/root.ts";
    export async function runtimeAt(root) {
      const workspace = (await openWorkspace(root)).value;
      const runtime = createRuntime({ workspace, flags: { workspace: root }, log: () => {} });
      return async (name, args) => {
        const operation = artifactsToolset.operations.find((each) => each.name === name);
        const context = contextFor(runtime, { signal: new AbortController().signal });
        const answer = await operation.run(context, operation.input.parse(args));
        if (!answer.ok) throw new Error(answer.fault.message);
        return answer.value;
      };
    }`;
  await bundleSource({ code: contents, folder: here }, outfile);
  return import(pathToFileURL(outfile).href);
}
