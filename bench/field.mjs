// Real repositories as their teams have them: OpenSpec trees with their archives, spec-kit projects, SpecMan's own
// repository and collections of skills. Hewto and @fission-ai/openspec (pinned; OPENSPEC_DIR names a folder that already
// has it) judge the same files and archive the same changes.
// Goals: no command fails, no error that OpenSpec's --strict does not have (or that bench/field/judged.json explains), no
// difference in the text of an archived spec. `-- --replays 500` replays up to 500 archived changes of each tree instead of the 12 newest; `--only kosmo,mcal` measures these trees;
// `--from 100` begins after the 100 newest and leaves out the verdicts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archivers } from "./field/archivers.mjs";
import { dayOne } from "./field/day-one.mjs";
import { programs } from "./field/programs.mjs";
import { archivedChanges, replay } from "./field/replay.mjs";
import { compareVerdicts } from "./field/verdicts.mjs";
import { dataFolder, dataStates, needData } from "./support/data.mjs";

needData("field");
const root = join(import.meta.dirname, "..");
if (!existsSync(join(root, "dist/hewto.js")))
  spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
/** How many archived changes of a tree are replayed. All of them would take longer than all other benches. */
const asked = process.argv.indexOf("--replays");
const maxReplays = asked < 0 ? 12 : Number(process.argv[asked + 1]);
/** How many of the newest are left out, for a run in slices. */
const fromAt = process.argv.indexOf("--from");
const firstReplay = fromAt < 0 ? 0 : Number(process.argv[fromAt + 1]);
const only = process.argv.includes("--only")
  ? process.argv[process.argv.indexOf("--only") + 1].split(",").map((name) => `field-${name}`)
  : undefined;
const temporary = mkdtempSync(join(tmpdir(), "hewto-bench-field-"));
const peerFolder = process.env.OPENSPEC_DIR;
const run = programs({ root, peerFolder, home: join(temporary, "home") });
Object.assign(process.env, run.env);
const archive = await archivers({ root, peerFolder });
const stateNames = {
  same: "byte for byte the same",
  purpose: "the same but for the placeholder of a new Purpose",
  spacing: "the same but for blank lines",
  text: "with other text",
  refused: "refused by both",
  onlyPeer: "only OpenSpec archives",
  onlyHewto: "only Hewto archives",
};
const missed = [];
const sums = { verdicts: {}, replays: {} };
try {
  for (const { name, kind } of dataStates("field"))
    if (only === undefined || only.includes(name)) await measure(name, kind);
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}
report();

async function measure(name, kind) {
  const tree = join(dataFolder, name);
  console.log(`\n${name.replace(/^field-/, "")} (${kind})`);
  // The verdicts are in the first slice.
  if (firstReplay > 0) return replayAll(name, tree);
  const isCompared = kind === "openspec" && run.peer !== undefined;
  const problems = await dayOne(name, tree, run, { hasPeer: kind === "openspec" });
  for (const problem of problems) miss(name, problem);
  console.log(`  day one: ${problems.length === 0 ? "no command fails, no false error" : "see below"}`);
  if (!isCompared) return;
  const { counts, differences } = await compareVerdicts(tree, run);
  for (const type of ["spec", "change"])
    console.log(`  ${`${type}s`.padEnd(8)} ${verdictLine(counts[type])}`);
  for (const { isFalse, text } of differences) {
    console.log(`    ${text}`);
    if (isFalse) miss(name, text);
  }
  add(sums.verdicts, counts.spec);
  add(sums.verdicts, counts.change);
  await replayAll(name, tree);
}

async function replayAll(name, tree) {
  const changes = archivedChanges(tree);
  const tally = {};
  const refusals = {};
  const told = new Map();
  for (const [index, change] of changes.slice(firstReplay, firstReplay + maxReplays).entries()) {
    const folder = join(temporary, `${name}-${index}`);
    const { id, parent, state, why, rules } = await replay(tree, change, archive, folder);
    tally[state] = (tally[state] ?? 0) + 1;
    if (rules !== undefined) refusals[rules] = (refusals[rules] ?? 0) + 1;
    const reason = `${stateNames[state]}: ${why}`;
    if (why !== undefined) told.set(reason, [...(told.get(reason) ?? []), `${id} at ${parent.slice(0, 9)}`]);
    if (state === "text") miss(name, `${id}: the archived text differs: ${why}`);
  }
  const parts = Object.entries(stateNames).flatMap(([state, text]) =>
    tally[state] ? [`${tally[state]} ${text}`] : [],
  );
  const left = Math.max(0, changes.length - firstReplay - maxReplays);
  console.log(
    `  archived ${parts.join(", ") || "none to replay"}${left > 0 ? ` (${left} older ones not replayed)` : ""}`,
  );
  for (const [rules, number] of Object.entries(refusals).sort(([, a], [, b]) => b - a))
    console.log(`    refused by both: ${number} for ${rules}`);
  for (const [reason, which] of told)
    console.log(
      `    ${reason}: ${which.length} (${which.slice(0, 2).join(", ")}${which.length > 2 ? ", …" : ""})`,
    );
  add(sums.replays, tally);
}

function verdictLine({ valid, invalid, onlyPeer, onlyHewto }) {
  return `${valid} valid and ${invalid} invalid for both, ${onlyPeer} only OpenSpec passes, ${onlyHewto} only Hewto passes`;
}

function miss(name, text) {
  missed.push(`${name.replace(/^field-/, "")}: ${text}`);
}

function add(sum, counts) {
  for (const [key, count] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + count;
}

function report() {
  console.log("");
  if (run.peer === undefined)
    console.log("OpenSpec is not installed: nothing is compared. OPENSPEC_DIR names a folder that has it.");
  else {
    const { valid = 0, invalid = 0, onlyPeer = 0, onlyHewto = 0 } = sums.verdicts;
    console.log(`verdicts: ${verdictLine({ valid, invalid, onlyPeer, onlyHewto })}`);
    const parts = Object.entries(stateNames).map(([state, text]) => `${sums.replays[state] ?? 0} ${text}`);
    console.log(`archives: ${parts.join(", ")}`);
  }
  for (const line of missed) console.log(`MISSED ${line}`);
  console.log(missed.length === 0 ? "within the goals" : `MISSED ${missed.length} in all`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
