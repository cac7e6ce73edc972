// 1,000 skills: finding them in a new process, a refresh without changes, loading one. Compared with a floor (one stat
// for each folder and SKILL.md) and, if CCSKI_DIR names a built checkout, with ccski; docs/skills.md says how to build it. Goal: a refresh at least 5 times faster than ccski's.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median } from "./support/stdio-client.mjs";

const SKILLS = 1000;
const PROCESSES = 7;
const ROUNDS = 15;
const here = dirname(fileURLToPath(import.meta.url));
const contestants = { floor, hewto, ccski };

const [contestant, folder] = process.argv.slice(2);
if (folder) await measure(contestant, folder);
else await compare();

async function compare() {
  const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
  plant(folder);
  await bundle(folder);
  await sleep(2100); // files written a moment ago are read again by design
  const names = ["floor", "hewto", ...(process.env.CCSKI_DIR ? ["ccski"] : [])];
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < PROCESSES; round++) {
    for (const name of names) {
      const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, folder], {
        encoding: "utf8",
      });
      if (child.status !== 0) throw new Error(child.stderr);
      runs[name].push(JSON.parse(child.stdout));
    }
  }
  rmSync(folder, { recursive: true, force: true });
  report(names, (name, what) => median(runs[name].map((run) => run[what])));
}

function report(names, value) {
  console.log(`${SKILLS} skills, median of ${PROCESSES} fresh processes`);
  for (const what of ["discover", "refresh", "load"]) {
    const cells = names.map((name) => `${name} ${value(name, what).toFixed(2).padStart(8)} ms`);
    console.log(`${what.padEnd(9)} ${cells.join("   ")}`);
  }
  if (!names.includes("ccski")) {
    console.log("Set CCSKI_DIR to a built checkout of jixoai/ccski to compare; docs/skills.md says how.");
    return;
  }
  const ratio = (what) => value("ccski", what) / value("hewto", what);
  const ratios = ["discover", "refresh", "load"].map((what) => `${what} ${ratio(what).toFixed(1)}×`);
  console.log(`ccski takes, of hewto's time: ${ratios.join(", ")}`);
  const good = ratio("refresh") >= 5;
  console.log(good ? "within the goal (refresh ≥ 5×)" : "MISSED the goal (refresh ≥ 5×)");
  process.exitCode = good ? 0 : 1;
}

async function measure(name, folder) {
  process.chdir(join(folder, "ws"));
  const { discover, refresh, load } = await contestants[name](folder);
  const timed = async (work) => {
    const began = performance.now();
    const result = await work();
    return [performance.now() - began, result];
  };
  const [discovering, registry] = await timed(discover);
  const [refreshes, loads] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    refreshes.push((await timed(() => refresh(registry)))[0]);
    loads.push((await timed(() => load(registry)))[0]);
  }
  console.log(JSON.stringify({ discover: discovering, refresh: median(refreshes), load: median(loads) }));
}

function skillFolder(folder, index) {
  const root = index % 2 === 0 ? join(folder, "ws/.claude/skills") : join(folder, "home/.codex/skills");
  return join(root, `skill-${index}`);
}

function plant(folder) {
  for (let index = 0; index < SKILLS; index++) {
    const skill = skillFolder(folder, index);
    mkdirSync(join(skill, "references"), { recursive: true });
    const head = `---\nname: skill-${index}\ndescription: Does thing number ${index}, and is used when that thing is asked for.\nlicense: MIT\n---\n`;
    const body = `\n# Skill ${index}\n\n${"A line of instructions.\n".repeat(100)}`;
    writeFileSync(join(skill, "SKILL.md"), head + body);
    writeFileSync(join(skill, "references/guide.md"), "More.\n");
  }
}

/** The minimum for a program that checks each folder and file. */
function floor(folder) {
  const paths = Array.from({ length: SKILLS }, (_, index) => skillFolder(folder, index));
  const look = () =>
    paths.reduce((sum, path) => sum + statSync(path).mtimeMs + statSync(join(path, "SKILL.md")).size, 0);
  return { discover: look, refresh: look, load: () => statSync(join(paths[500], "SKILL.md")).size };
}

async function bundle(folder) {
  const { bundleSource } = await import("../scripts/bundle-source.mjs");
  const code = ["registry", "load"].map((name) => `export * from "./${name}.ts";`).join("\n");
  await bundleSource({ code, folder: join(here, "../src/skills") }, join(folder, "skills.mjs"));
}

async function hewto(folder) {
  const { createSkillRegistry, loadSkill } = await import(pathToFileURL(join(folder, "skills.mjs")).href);
  const made = createSkillRegistry({ project: { root: join(folder, "ws") }, home: join(folder, "home") });
  return {
    discover: async () => {
      const { enabled } = await made.value.snapshot();
      if (enabled.skills.length !== SKILLS) throw new Error("not all skills were found");
      return made.value;
    },
    refresh: async (registry) => {
      if ((await registry.refresh()).changed) throw new Error("nothing changed");
    },
    load: async (registry) => loadSkill((await registry.resolve("skill-500")).value),
  };
}

async function ccski(folder) {
  const { SkillRegistry } = await import(pathToFileURL(join(process.env.CCSKI_DIR, "dist/index.mjs")).href);
  return {
    discover: () => {
      const registry = new SkillRegistry({ userDir: join(folder, "home") });
      if (registry.getAll().length !== SKILLS) throw new Error("not all skills were found");
      return registry;
    },
    refresh: (registry) => registry.refresh(),
    load: (registry) => registry.load("skill-500"),
  };
}
