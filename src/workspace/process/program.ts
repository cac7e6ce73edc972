import { access, constants, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "../config/user-folders.ts";
import { findRepository } from "../git/repository.ts";
import { isWithin } from "../paths/paths.ts";

export interface LookupOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** The folder that the program starts in. Programs in its repository are not found by name. */
  readonly cwd?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/**
 * The absolute path of a program, or undefined. A bare name is looked up in the folders of the PATH only, on
 * Windows too, where the system would search the current folder first. Relative folders, folders inside `cwd` or its
 * repository, and unreadable folders are skipped. A name with a slash is a path relative to `cwd`.
 *
 * @example const git = await findProgram("git", { cwd: workspace.root })
 */
export async function findProgram(name: string, options: LookupOptions = {}): Promise<string | undefined> {
  const { env = process.env, cwd = process.cwd(), platform = process.platform } = options;
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
 * The environment for a program that looks up others by name, as git and a shell do: its PATH contains only the
 * folders that Hewto itself searches.
 */
export function guardedEnvironment(
  env: NodeJS.ProcessEnv,
  cwd = process.cwd(),
  platform = process.platform,
): NodeJS.ProcessEnv {
  const variables = Object.entries(env).filter(([name]) => !isVariable(name, "PATH", platform));
  const path = searchPath(env, cwd, platform).join(platform === "win32" ? ";" : ":");
  return { ...Object.fromEntries(variables), PATH: path, ...withoutCurrentFolder(platform) };
}

/** Windows starts programs of the current folder before those of the PATH, unless this is set. */
export function withoutCurrentFolder(platform = process.platform): NodeJS.ProcessEnv {
  return platform === "win32" ? { NoDefaultCurrentDirectoryInExePath: "1" } : {};
}

function searchPath(env: NodeJS.ProcessEnv, cwd: string, platform: NodeJS.Platform): string[] {
  const folders = (variable(env, "PATH", platform) ?? "").split(platform === "win32" ? ";" : ":");
  const untrusted = repositoryFolders(cwd).filter((folder) => !isWithin(folder, homeFolder(env)));
  return folders.filter(
    (folder) => isAbsolute(folder) && !untrusted.some((repository) => isWithin(repository, folder)),
  );
}

/**
 * The folder, its checkout and the main checkout of a worktree. A repository that contains the home folder is the
 * user's own and its programs are trusted: some people keep their dot files in one.
 */
function repositoryFolders(cwd: string): string[] {
  const repository = findRepository(cwd);
  return repository ? [cwd, repository.checkout, dirname(repository.commonDir)] : [cwd];
}

/** On Windows a program is found by the suffixes in PATHEXT; elsewhere by its exact name. */
function suffixes(name: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform !== "win32") return [""];
  const extensions = (variable(env, "PATHEXT", platform) ?? ".COM;.EXE;.BAT;.CMD").split(";").filter(Boolean);
  const hasOne = extensions.some((suffix) => name.toLowerCase().endsWith(suffix.toLowerCase()));
  return hasOne ? [""] : extensions.flatMap((suffix) => [suffix.toLowerCase(), suffix]);
}

function variable(env: NodeJS.ProcessEnv, expected: string, platform: NodeJS.Platform): string | undefined {
  return Object.entries(env).find(([name]) => isVariable(name, expected, platform))?.[1];
}

function isVariable(name: string, expected: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" ? name.toUpperCase() === expected : name === expected;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
