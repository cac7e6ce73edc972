import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { hewto } from "../bundle.ts";
import { temporaryFolder } from "../temporary.ts";

/** One victim: a home, an untrusted workspace in it, and programs that must never run. */
export interface Scene {
  /** Everything of the scene; nothing in it but the workspace may change. */
  readonly folder: string;
  readonly home: string;
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  /** A program outside the workspace that leaves its name behind when it runs, then copies its input. */
  readonly canary: (name: string) => string;
  /** The names of the canaries that ran. */
  readonly fired: () => string[];
  /** Every file outside the workspace with its kind, mode and content; compare two of them with `toEqual`. */
  readonly snapshotOutside: () => Record<string, string>;
  /** Runs the shipped program in the workspace, or in a folder of it. */
  readonly run: (words: readonly string[], below?: string) => Ran;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function hostileScene(): Promise<Scene> {
  const folder = await temporaryFolder();
  const [home, workspace] = [join(folder, "home"), join(folder, "home/src/clone")];
  const [programs, marks] = [join(folder, "programs"), join(folder, "fired")];
  for (const path of [home, workspace, programs, marks]) mkdirSync(path, { recursive: true });
  writeFileSync(join(home, ".profile"), "# the person's own\n");
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    NO_COLOR: "1",
    CI: "1",
  };
  return {
    folder,
    home,
    workspace,
    env,
    canary: (name) => canaryAt(programs, marks, name),
    fired: () => readdirSync(marks).sort(),
    snapshotOutside: () => snapshot(folder, [workspace, marks, programs, ...ownFolders(home)]),
    run: (words, below = "") => {
      const ran = spawnSync(process.execPath, [hewto, ...words], {
        cwd: join(workspace, below),
        env,
        encoding: "utf8",
        input: "",
        timeout: 20_000,
      });
      return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
    },
  };
}

/** Where Hewto keeps its own settings and caches of the person. */
function ownFolders(home: string): string[] {
  return [join(home, ".config/hewto"), join(home, ".cache/hewto")];
}

function canaryAt(programs: string, marks: string, name: string): string {
  const path = join(programs, name);
  writeFileSync(path, `#!/bin/sh\n: > '${join(marks, name)}'\nexec cat 2>/dev/null\n`);
  chmodSync(path, 0o755);
  return path;
}

function snapshot(top: string, without: readonly string[]): Record<string, string> {
  const seen: Record<string, string> = {};
  const walk = (path: string) => {
    if (without.includes(path)) return;
    const stats = lstatSync(path);
    const name = relative(top, path);
    if (stats.isDirectory()) for (const entry of readdirSync(path).sort()) walk(join(path, entry));
    else if (stats.isSymbolicLink()) seen[name] = `link ${readlinkSync(path)}`;
    else if (stats.isFile()) seen[name] = `${stats.mode.toString(8)} ${digest(path)}`;
    else seen[name] = "special";
  };
  walk(top);
  return seen;
}

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
