// 500 specs of 16 kB: list, validate all, search; whole processes, from start to exit, in turn at the same
// time. The peer is @fission-ai/openspec (pinned), installed from npm into a temporary folder; OPENSPEC_DIR names a
// folder that already has it in node_modules. "cold" is a run in an empty home, as in CI: nothing is cached, neither
// about the specs nor of Hewto's own code. "warm" is every later run of the same user. Cold, warm and the peer take
// turns in each round.
// Goals, wall clock: list and validate at least 5 times faster than the peer when warm, and twice as fast when cold.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./support/stdio-client.mjs";

const SPECS = 500;
const BYTES = 16_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const PEER = "@fission-ai/openspec@1.13.2";
/** By the clock: how many times as long the peer takes. CI is always cold. */
const goals = ["list", "validate"].flatMap((what) => [
  { what, kind: " cold", goal: 2 },
  { what, kind: "", goal: 5 },
]);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const hewto = join(root, "dist/hewto.js");
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-specs-"));
// No telemetry while we measure; the peer's is on by default.
// No other environment variables of this machine: certificates or options for Node would slow down every start.
const env = { PATH: process.env.PATH, OPENSPEC_TELEMETRY: "0", DO_NOT_TRACK: "1", NO_COLOR: "1" };

try {
  if (!existsSync(hewto))
    spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  report(compare());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compare() {
  const tree = join(folder, "tree");
  plant(tree);
  const peer = installPeer();
  const contests = {
    floor: ["-e", "0"],
    "hewto list cold": [hewto, "specs", "list"],
    "hewto validate cold": [hewto, "specs", "validate"],
    "hewto list": [hewto, "specs", "list"],
    "hewto validate": [hewto, "specs", "validate"],
    ...(peer && { "openspec list": [peer, "list", "--specs"] }),
    ...(peer && { "openspec validate": [peer, "validate", "--specs", "--json"] }),
  };
  const times = {};
  const record = (name, args) => {
    const home = join(folder, name.endsWith("cold") ? "cold-home" : "home");
    mkdirSync(home, { recursive: true });
    const { wall, cpu } = run(args, tree, home);
    if (name.endsWith("cold")) rmSync(home, { recursive: true });
    times[name] ??= { wall: [], cpu: [] };
    times[name].wall.push(wall);
    times[name].cpu.push(cpu);
  };
  // Once without measuring, so that the files are in memory and the warm home has its caches.
  for (const [name, args] of Object.entries(contests)) record(name, args);
  for (const name of Object.keys(times)) delete times[name];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(contests)) record(name, args);
  }
  record("hewto index", [hewto, "index"]);
  for (let round = 0; round < ROUNDS; round++)
    record("hewto search", [hewto, "specs", "search", "thing 7 in place 42"]);
  return { times, peer: peer !== undefined };
}

function run(args, cwd, home) {
  const started = performance.now();
  const child = spawnSync("/usr/bin/env", ["time", "-p", process.execPath, ...args], {
    cwd,
    env: { ...env, HOME: home },
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const wall = performance.now() - started;
  if (child.status !== 0)
    throw new Error(`${args.join(" ")}: ${child.status} ${child.error ?? ""} ${child.stderr}`);
  const seconds = (name) =>
    Number(new RegExp(`^${name} +([0-9.]+)`, "m").exec(child.stderr)?.[1] ?? Number.NaN);
  return { wall, cpu: 1000 * (seconds("user") + seconds("sys")) };
}

function report({ times, peer }) {
  const value = (name, what) => median(times[name]?.[what] ?? [Number.NaN]);
  console.log(`${SPECS} specs of ${BYTES / 1000} kB; medians of ${ROUNDS} runs, whole processes`);
  for (const name of Object.keys(times)) {
    const [wall, cpu] = [value(name, "wall"), value(name, "cpu")].map(
      (ms) => `${ms.toFixed(0).padStart(6)} ms`,
    );
    console.log(`${name.padEnd(20)} wall ${wall}   cpu ${cpu}`);
  }
  if (!peer) return console.log(`${PEER} could not be installed; nothing to compare with.`);
  for (const { what, kind, goal } of goals) {
    const ratio = (how) => value(`openspec ${what}`, how) / value(`hewto ${what}${kind}`, how);
    const isMet = ratio("wall") >= goal;
    if (!isMet) process.exitCode = 1;
    const result = `openspec takes ${ratio("wall").toFixed(1)}× wall, ${ratio("cpu").toFixed(1)}× cpu of hewto`;
    console.log(
      `${isMet ? "met   " : "MISSED"} ${what}${kind || " warm"}: ${result} (goal: ≥ ${goal}× wall)`,
    );
  }
}

function plant(tree) {
  for (let n = 0; n < SPECS; n++) {
    const purpose = `What capability ${n} is for, in a sentence that is long enough for every rule.`;
    let text = `# cap-${n} Specification\n\n## Purpose\n\n${purpose}\n\n## Requirements\n`;
    for (let r = 0; text.length < BYTES; r++) {
      text += `\n### Requirement: Rule ${r} of ${n}\n\nThe system SHALL handle case ${r} of capability ${n} and SHALL say what it did.\n`;
      for (let s = 0; s < 3; s++) {
        text += `\n#### Scenario: Case ${r}.${s}\n\n- **GIVEN** a state numbered ${s}\n- **WHEN** the person does thing ${r} in place ${n}\n- **THEN** the answer is ${s * r}\n- **AND** nothing else changes\n`;
      }
    }
    mkdirSync(join(tree, `openspec/specs/cap-${n}`), { recursive: true });
    writeFileSync(join(tree, `openspec/specs/cap-${n}/spec.md`), text);
  }
  mkdirSync(join(tree, "openspec/changes"), { recursive: true });
}

function installPeer() {
  const script = (place) => join(place, "node_modules/@fission-ai/openspec/bin/openspec.js");
  if (process.env.OPENSPEC_DIR) return script(process.env.OPENSPEC_DIR);
  const place = join(folder, "peer");
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), "{}");
  const npm = ["install", "--ignore-scripts", "--no-audit", "--no-fund", PEER];
  spawnSync("npm", npm, { cwd: place, stdio: "ignore" });
  return existsSync(script(place)) ? script(place) : undefined;
}
