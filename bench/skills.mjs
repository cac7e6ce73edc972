// 1,000 skills: finding them, a refresh after nothing changed, loading one. Beside a floor (one stat for each file and
// folder) and, when CCSKI_DIR names a built checkout of the original system, beside that. docs/skills.md says how.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { median } from "./support/stdio-client.mjs";

const SKILLS = 1000;
const ROUNDS = 15;
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
const [ws, home] = [join(folder, "ws"), join(folder, "home")];
const paths = plant();
process.chdir(ws);
const contestants = { floor: floor(), hewto: await hewto(), ...(await ccski()) };
await sleep(2100); // what was written a moment ago is read again by design

const times = Object.fromEntries(
  Object.keys(contestants).map((name) => [name, { discover: [], refresh: [], load: [] }]),
);
const registries = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, contestant] of Object.entries(contestants)) {
    const timed = async (what, work) => {
      const began = performance.now();
      const result = await work();
      times[name][what].push(performance.now() - began);
      return result;
    };
    registries[name] = await timed("discover", contestant.discover);
    await timed("refresh", () => contestant.refresh(registries[name]));
    await timed("load", () => contestant.load(registries[name]));
  }
}
rmSync(folder, { recursive: true, force: true });

console.log(`${SKILLS} skills, median of ${ROUNDS} rounds`);
const names = Object.keys(contestants);
for (const what of ["discover", "refresh", "load"]) {
  const cells = names.map((name) => `${name} ${median(times[name][what]).toFixed(2).padStart(8)} ms`);
  console.log(`${what.padEnd(9)} ${cells.join("   ")}`);
}
const ratio = (what) => median(times.ccski[what]) / median(times.hewto[what]);
if (times.ccski) {
  console.log(
    `times faster than ccski: discover ${ratio("discover").toFixed(1)}, refresh ${ratio("refresh").toFixed(1)}, load ${ratio("load").toFixed(1)}`,
  );
  const good = ratio("refresh") >= 5;
  console.log(good ? "within the goal (refresh ≥ 5×)" : "MISSED the goal (refresh ≥ 5×)");
  process.exitCode = good ? 0 : 1;
} else console.log("Set CCSKI_DIR to a built checkout of jixoai/ccski to compare; see docs/skills.md.");

function plant() {
  const all = [];
  for (let index = 0; index < SKILLS; index++) {
    const base = index % 2 === 0 ? join(ws, ".claude/skills") : join(home, ".codex/skills");
    const skill = join(base, `skill-${index}`);
    mkdirSync(join(skill, "references"), { recursive: true });
    const head = `---\nname: skill-${index}\ndescription: Does thing number ${index}, and is used when that thing is asked for.\nlicense: MIT\n---\n`;
    writeFileSync(
      join(skill, "SKILL.md"),
      `${head}\n# Skill ${index}\n\n${"A line of instructions.\n".repeat(100)}`,
    );
    writeFileSync(join(skill, "references/guide.md"), "More.\n");
    all.push(skill, join(skill, "references"), join(skill, "SKILL.md"));
  }
  return all;
}

/** What nobody can go below who looks at each folder and file. */
function floor() {
  const look = () => paths.map((path) => statSync(path).mtimeMs).length;
  return { discover: look, refresh: look, load: () => statSync(paths[2]).size };
}

async function hewto() {
  const outfile = join(folder, "skills.mjs");
  const contents = ["registry", "load"].map((name) => `export * from "./${name}.ts";`).join("\n");
  const stdin = { contents, resolveDir: join(here, "../src/skills"), loader: "ts" };
  const banner = { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' };
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", banner, logLevel: "warning" });
  const { createSkillRegistry, loadSkill } = await import(pathToFileURL(outfile).href);
  return {
    discover: async () => {
      const { value } = createSkillRegistry({ project: { root: ws }, home });
      if ((await value.snapshot()).enabled.skills.length !== SKILLS)
        throw new Error("not all skills were found");
      return value;
    },
    refresh: async (registry) => {
      if ((await registry.refresh()).changed) throw new Error("nothing changed");
    },
    load: async (registry) => loadSkill((await registry.resolve("skill-500")).value),
  };
}

async function ccski() {
  const checkout = process.env.CCSKI_DIR;
  if (!checkout) return {};
  const { SkillRegistry } = await import(pathToFileURL(join(checkout, "dist/index.mjs")).href);
  return {
    ccski: {
      discover: () => {
        const registry = new SkillRegistry({ userDir: home });
        if (registry.getAll().length !== SKILLS) throw new Error("not all skills were found");
        return registry;
      },
      refresh: (registry) => registry.refresh(),
      load: (registry) => registry.load("skill-500"),
    },
  };
}
