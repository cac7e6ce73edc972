import { access, constants, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "../config/user-folders.ts";
import { findRepository } from "../git/repository.ts";
import { isWithin } from "../paths/paths.ts";

export interface LookupOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** The folder that the program starts in. What its repository holds is never taken for a program. */
  readonly cwd?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/**
 * The absolute path of a program, or undefined. A bare name is looked up in the folders of the PATH only, on
 * Windows too, where the system would look into the current folder first. Relative folders and folders inside
 * `cwd` or its repository are skipped, and so are those that may not be entered. A name with a slash is a path
 * from `cwd`.
 *
 * @example const git = await findProgram("git", { cwd: workspace.root })
 */
export async function findProgram(name: string, place: LookupOptions = {}): Promise<string | undefined> {
  const { env = process.env, cwd = process.cwd(), platform = process.platform } = place;
  const isPath = platform === "win32" ? /[/\\]/.test(name) : name.includes("/");
  const candidates = isPath
    ? [resolve(cwd, name)]
    : searchPath(env, cwd, platform).map((folder) => join(folder, name));
  for (const candidate of candidates) {
    for (const suffix of suffixes(name, env, platform)) {
      if (await isExecutable(candidate + suffix)) return candidate + suffix;
    }
  }
  return undefined;
}

/**
 * The environment for a program that looks up others by name, as git and a shell do: its PATH holds only the
 * folders that we would look in ourselves.
 */
export function guardedEnvironment(
  env: NodeJS.ProcessEnv,
  cwd = process.cwd(),
  platform = process.platform,
): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !isVariable(name, "PATH", platform));
  const path = searchPath(env, cwd, platform).join(platform === "win32" ? ";" : ":");
  return { ...Object.fromEntries(kept), PATH: path, ...withoutCurrentFolder(platform) };
}

/** Windows starts programs of the current folder before those of the PATH, unless this is set. */
export function withoutCurrentFolder(platform = process.platform): NodeJS.ProcessEnv {
  return platform === "win32" ? { NoDefaultCurrentDirectoryInExePath: "1" } : {};
}

function searchPath(env: NodeJS.ProcessEnv, cwd: string, platform: NodeJS.Platform): string[] {
  const folders = (variable(env, "PATH", platform) ?? "").split(platform === "win32" ? ";" : ":");
  const strange = repositoryFolders(cwd).filter((folder) => !isWithin(folder, homeFolder(env)));
  return folders.filter(
    (folder) => isAbsolute(folder) && !strange.some((repository) => isWithin(repository, folder)),
  );
}

/**
 * The folder, its checkout and the main checkout of a worktree. Those that hold the home folder are the person's
 * own, and so are the programs there: some keep their dot files in a repository.
 */
function repositoryFolders(cwd: string): string[] {
  const repository = findRepository(cwd);
  return repository ? [cwd, repository.checkout, dirname(repository.commonDir)] : [cwd];
}

/** On Windows a program is found by the suffixes of PATHEXT; elsewhere by its very name. */
function suffixes(name: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform !== "win32") return [""];
  const known = (variable(env, "PATHEXT", platform) ?? ".COM;.EXE;.BAT;.CMD").split(";").filter(Boolean);
  const hasOne = known.some((suffix) => name.toLowerCase().endsWith(suffix.toLowerCase()));
  return hasOne ? [""] : known.flatMap((suffix) => [suffix.toLowerCase(), suffix]);
}

function variable(env: NodeJS.ProcessEnv, wanted: string, platform: NodeJS.Platform): string | undefined {
  return Object.entries(env).find(([name]) => isVariable(name, wanted, platform))?.[1];
}

function isVariable(name: string, wanted: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" ? name.toUpperCase() === wanted : name === wanted;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
