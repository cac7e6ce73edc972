import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { homeFolder } from "./config-places.ts";
import { git } from "./git.ts";
import type { GitDir } from "./git-dir.ts";

/** The settings of git that decide what is ignored. */
export interface IgnoreSettings {
  readonly excludesFile: string;
  readonly ignoreCase: boolean;
}

const known = new Map<string, IgnoreSettings>();

/**
 * Asks git, because configuration may be spread over files that include others, and asks again only when
 * one of the usual files has changed: starting a program for every walk would cost more than the walk.
 */
export async function ignoreSettings(
  repository: GitDir | undefined,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<IgnoreSettings> {
  const home = homeFolder(env);
  const userFolder = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git");
  const userFiles = [join(home, ".gitconfig"), join(userFolder, "config"), env["GIT_CONFIG_GLOBAL"] ?? ""];
  const ownFiles = repository
    ? [join(repository.commonDir, "config"), join(repository.gitDir, "config.worktree")]
    : [];
  const files = ["/etc/gitconfig", ...userFiles, ...ownFiles];
  const key = JSON.stringify([folder, userFolder, files.map(stampOf)]);
  const remembered = known.get(key);
  if (remembered) return remembered;
  const settings = await ask(folder, env, { home, fallback: join(userFolder, "ignore") });
  if (known.size > 100) known.clear();
  known.set(key, settings);
  return settings;
}

async function ask(
  cwd: string,
  env: NodeJS.ProcessEnv,
  { home, fallback }: { readonly home: string; readonly fallback: string },
): Promise<IgnoreSettings> {
  // Exit code 1 says that neither is set; without git there is nothing to ask either.
  const asked = await git(["config", "-z", "--get-regexp", "^core\\.(excludesfile|ignorecase)$"], {
    cwd,
    env,
  });
  const values = new Map<string, string>();
  for (const entry of asked.ok ? asked.value.stdout.split("\0") : []) {
    const newline = entry.indexOf("\n");
    if (newline < 0) values.set(entry, "true");
    else values.set(entry.slice(0, newline), entry.slice(newline + 1));
  }
  const excludes = values.get("core.excludesfile");
  return {
    excludesFile: excludes === undefined ? fallback : resolve(cwd, excludes.replace(/^~(?=\/)/, home)),
    ignoreCase: /^(true|yes|on|[1-9]\d*)$/i.test(values.get("core.ignorecase") ?? ""),
  };
}

function stampOf(path: string): string {
  const found = path === "" ? undefined : statSync(path, { throwIfNoEntry: false });
  return found ? `${path} ${found.mtimeMs} ${found.size} ${found.ino}` : path;
}
