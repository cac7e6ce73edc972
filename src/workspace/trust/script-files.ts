import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { byCodePoint } from "../../kernel/order.ts";

/** A file of a checkout that a command line mentions, and so runs or reads. */
export interface ScriptFile {
  /** Relative to the checkout, with `/`. */
  readonly path: string;
  readonly sha256: string;
  /** Its real path, when links lead elsewhere. */
  readonly target?: string;
}

/** How interpreters complete a name: `node ./agent` runs `agent.js`, `python tools` runs `tools/__main__.py`. */
const endings = ["", ".js", ".cjs", ".mjs", ".ts", ".py", "/index.js", "/package.json", "/__main__.py"];

/** Programs that run commands from a file in the current folder. */
const manifests: Readonly<Record<string, readonly string[]>> = {
  bun: ["package.json"],
  bunx: ["package.json"],
  cargo: ["Cargo.toml", "build.rs", ".cargo/config.toml"],
  deno: ["deno.json", "deno.jsonc"],
  just: ["justfile", "Justfile", ".justfile"],
  make: ["Makefile", "makefile", "GNUmakefile"],
  npm: ["package.json", ".npmrc"],
  npx: ["package.json", ".npmrc"],
  pnpm: ["package.json", ".npmrc"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  uv: ["pyproject.toml"],
  yarn: ["package.json", ".yarnrc.yml"],
};

/**
 * The files of a checkout that the arguments of a command line mention, each with the hash of its content: permission
 * for the command line covers only these bytes. Files that they load in turn are not included.
 */
export async function scriptFiles(
  checkout: string,
  cwd: string,
  args: readonly string[],
): Promise<ScriptFile[]> {
  const root = await realpath(checkout).catch(() => resolve(checkout));
  const names = new Set(args.flatMap((arg) => [arg, ...arg.split(/[\s=,;:"'`()&|<>]+/)]));
  names.delete("");
  const paths = [...names].flatMap((name) => endings.map((ending) => resolve(cwd, name + ending)));
  for (const name of [...names].map((each) => basename(each).replace(/\.(cmd|exe)$/i, "")))
    for (const manifest of manifests[name] ?? []) paths.push(resolve(cwd, manifest));
  const files = new Map<string, ScriptFile>();
  for (const path of paths) {
    const name = inside(resolve(checkout), path) ?? inside(root, path);
    const file = name === undefined ? undefined : await hashed(path, name, root);
    if (file) files.set(file.path, file);
  }
  return [...files.values()].sort((a, b) => byCodePoint(a.path, b.path));
}

/** The path relative to a folder; undefined outside of it. */
function inside(folder: string, path: string): string | undefined {
  const name = relative(folder, path);
  const isOut = name === "" || name === ".." || name.startsWith(`..${sep}`) || isAbsolute(name);
  return isOut ? undefined : name.split(sep).join("/");
}

async function hashed(path: string, name: string, root: string): Promise<ScriptFile | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined;
    const real = await realpath(path);
    const sha256 = await hashOf(real);
    return real === join(root, name) ? { path: name, sha256 } : { path: name, sha256, target: real };
  } catch {
    return undefined; // missing: if it appears later, permission is asked again
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("hex");
}
