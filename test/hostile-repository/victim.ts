import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hewto } from "../support/bundle.ts";
import { runHere } from "../support/cli.ts";
import { commit, documents } from "../support/hostile/git-traps.ts";
import { forbiddenListener } from "../support/hostile/no-connection.ts";
import { hostileScene, type Scene } from "../support/hostile/scene.ts";
import { runGit } from "../support/repository.ts";
import { writeTree } from "../support/temporary.ts";
import type { Exploit } from "./exploits.ts";

/** What the person keeps outside the clone; no answer may contain it. */
export const SECRET = "PRIVATE-KEY-MATERIAL";

const MEMORY_LIMIT_MB = 700;
const PATIENCE_MS = 60_000;

export interface Victim extends Scene {
  /** Does something with the clone and says what happened that must not happen. */
  readonly misdeedsOf: (work: (scene: Scene) => Promise<Observed>) => Promise<string[]>;
}

/** What can be seen of a program that ran. */
export interface Observed {
  readonly output: string;
  readonly ended: boolean;
  /** The most memory that it held, in MB; sampled. */
  readonly memory: number;
}

/** A person who cloned an untrusted repository with all these exploits in it. */
export async function victimOf(planted: readonly Exploit[]): Promise<Victim> {
  const scene = await hostileScene();
  const listener = await forbiddenListener();
  const origin = join(scene.folder, "origin");
  await writeTree(scene.home, {
    ".ssh/id_rsa": `${SECRET} orchid\n`,
    ".ssh/authorized_keys": "mine\n",
    ".bashrc": "# mine\n",
    "other/README.md": `# Another project\n\n${SECRET} orchid\n`,
    "other/index/manifest.json": "{}\n",
    "other/spec.md": `# ${SECRET}\n`,
  });
  await writeTree(origin, {
    ...documents,
    ...specman,
    "bundle/SKILL.md": documents[".claude/skills/look/SKILL.md"] ?? "",
  });
  runGit(origin, "init", "-q", "-b", "main");
  commit(origin, "first");
  const trap = { origin, up: "../../..", address: listener.http, canary: scene.canary };
  for (const plant of planted) plant(trap);
  commit(origin, "second");
  runGit(scene.home, "clone", "-q", origin, scene.workspace);
  writeFileSync(join(scene.workspace, ".env"), `TOKEN=${SECRET}\n`);
  let before = scene.snapshotOutside();
  const misdeedsOf = async (work: (scene: Scene) => Promise<Observed>) => {
    const earlier = { fired: scene.fired(), connections: listener.connections().length };
    const { output, ended, memory } = await work(scene);
    const after = scene.snapshotOutside();
    const changed = differences(before, after);
    before = after;
    const fired = scene.fired().filter((name) => !earlier.fired.includes(name));
    return [
      ...changed.map((path) => `changed ${path}`),
      ...fired.map((name) => `started ${name}`),
      ...listener
        .connections()
        .slice(earlier.connections)
        .map((bytes) => `connected: ${bytes}`),
      ...(output.includes(SECRET) ? ["showed a file from outside"] : []),
      ...(ended ? [] : [`took more than ${PATIENCE_MS / 1000} s`]),
      ...(memory > MEMORY_LIMIT_MB ? [`took ${memory} MB`] : []),
      ...(/Internal error/.test(output) ? ["had an internal error"] : []),
      ...(existsSync(join(scene.workspace, ".env")) ? [] : ["moved .env"]),
    ];
  };
  return { ...scene, misdeedsOf };
}

const specman = {
  "spec/ferry/spec.md":
    "---\nname: ferry\nversion: 1.0.0\n---\n# Spec Ferry\n\n## Concept: Ferry\n\nA ferry.\n\n### Constraints\n\n!concept-ferry.limits:\n- It MUST NOT sink.\n",
  "impl/ferry-ts/impl.md":
    "---\nname: ferry-ts\nspec: spec/ferry/spec.md\nversion: 1.0.0\nlocation: src\nlanguage: typescript\n---\n# Impl Ferry\n",
  ".specman/templates/README.md": "x\n",
};

/** Runs a command of the shipped program in the clone, to its end. */
export function runCommand(scene: Scene, words: readonly string[]): Promise<Observed> {
  const child = spawn(process.execPath, [hewto, ...words], { cwd: scene.workspace, env: scene.env });
  child.stdin.end();
  let [output, memory, ended] = ["", 0, true];
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const sample = setInterval(() => {
    memory = Math.max(memory, peakMegabytes(child.pid));
    if (memory > MEMORY_LIMIT_MB) child.kill("SIGKILL");
  }, 50);
  const late = setTimeout(() => {
    ended = false;
    child.kill("SIGKILL");
  }, PATIENCE_MS);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      clearInterval(sample);
      clearTimeout(late);
      resolve({ output, ended, memory });
    });
  });
}

/** The same in this process. */
export async function runCommandHere({ workspace, env }: Scene, words: readonly string[]): Promise<Observed> {
  const { output, errors } = await runHere(words, { cwd: workspace, env });
  return { output: output + errors, ended: true, memory: 0 };
}

/** The most memory that a process has held so far; 0 where the system does not say. */
export function peakMegabytes(pid: number | undefined): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort();
}
