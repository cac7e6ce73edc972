import { lstatSync } from "node:fs";
import { devNull } from "node:os";
import { join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { homeFolder } from "../config/user-folders.ts";
import { isRacy, stampOf } from "../files/stamp.ts";
import { type GitSetting, type RepositoryChoice, startGit } from "./process.ts";
import type { GitRepository } from "./repository.ts";

/** One line of `git config --list`; a key can occur more than once, and the last one counts. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  /** Whether it is set in the repository, not by the user, the system or the environment. */
  readonly isFromRepository: boolean;
}

const cache = new Map<string, readonly ConfigEntry[]>();
const maxCached = 100;
const inspectMs = 30_000;

/**
 * All of git's configuration for a repository. Asks git, because configuration files can include others, and asks
 * again only when one of the usual files has changed.
 */
export async function gitConfig(
  repository: RepositoryChoice,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Result<readonly ConfigEntry[]>> {
  const readAt = Date.now();
  const stamps = configFiles(repository, env).map((path) => [path, stampOf(path)] as const);
  const key = JSON.stringify([repository, stamps, environmentOf(env)]);
  const cached = cache.get(key);
  if (cached) return ok(cached);
  const options = {
    cwd,
    env,
    repository,
    settings: quietSettings,
    protocols: [],
    timeoutMs: inspectMs,
  };
  const listed = await startGit(["config", "--list", "--show-scope", "-z"], options);
  if (!listed.ok) return listed;
  const { code, stdout, stderr, truncated } = listed.value;
  if (code !== 0 || truncated) {
    const reason = truncated ? "it is too long" : stderr.trim().replace(/^fatal: /, "");
    return fail(fault("git_failed", `git cannot read its configuration: ${reason}.`, "", { path: cwd }));
  }
  const entries = entriesOf(stdout);
  // A change of an included file would go unnoticed.
  const hasIncludes = entries.some(({ key }) => key.startsWith("include"));
  const hasRacy = stamps.some(([, stamp]) => stamp !== undefined && isRacy(stamp, readAt));
  if (hasIncludes || hasRacy) return ok(entries);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, entries);
  return ok(entries);
}

function entriesOf(stdout: string): ConfigEntry[] {
  const fields = stdout.split("\0");
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", line = ""] = [fields[at], fields[at + 1]];
    const newline = line.indexOf("\n");
    const [key, value] = newline < 0 ? [line, "true"] : [line.slice(0, newline), line.slice(newline + 1)];
    entries.push({ key, value, isFromRepository: scope === "local" || scope === "worktree" });
  }
  return entries;
}

/** The value of a variable; undefined when it is not set. */
export function configValue(entries: readonly ConfigEntry[], key: string): string | undefined {
  return entries.findLast((entry) => entry.key === key)?.value;
}

/** The settings of git that decide what is ignored. */
export interface IgnoreSettings {
  readonly excludesFile: string;
  readonly ignoreCase: boolean;
}

/** What git's configuration says about ignoring, for a folder inside or outside a repository. */
export async function ignoreSettings(
  repository: GitRepository | undefined,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<IgnoreSettings> {
  const home = homeFolder(env);
  // Without git its defaults apply.
  const config = await gitConfig(repository ?? "none", folder, env);
  const settingOf = (key: string) => (config.ok ? configValue(config.value, key) : undefined);
  const excludes = settingOf("core.excludesfile");
  const userFolder = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git");
  return {
    excludesFile:
      excludes === undefined
        ? join(userFolder, "ignore")
        : resolve(repository?.checkout ?? folder, excludes.replace(/^~(?=\/)/, home)),
    ignoreCase: /^(true|yes|on|[1-9]\d*)$/i.test(settingOf("core.ignorecase") ?? ""),
  };
}

/**
 * Settings that keep git from running programs that the configuration names, for calls that only read. Calls that
 * write files keep the filters of the user's configuration (git-lfs) and disable only the repository's.
 */
export function safeSettings(entries: readonly ConfigEntry[], writes: boolean): GitSetting[] {
  const settings = new Map<string, string>();
  const own = entries.filter(({ isFromRepository }) => !isFromRepository);
  for (const { key, isFromRepository } of entries) {
    if (writes && !isFromRepository) continue;
    for (const [name, neutral] of neutralSettings(key)) {
      settings.set(name, (writes ? configValue(own, name) : undefined) ?? neutral);
    }
  }
  return [...settings, ...quietSettings];
}

/** Settings that disable a variable that names a program, for variables whose names the repository chooses. */
function neutralSettings(key: string): GitSetting[] {
  const [, section = "", name = ""] = /^(\w+)\.(.*)\.\w+$/s.exec(key) ?? [];
  const prefix = `${section}.${name}`;
  switch (section) {
    case "filter":
      // A required filter that does nothing would be an error.
      return [
        ...(/\.(clean|smudge|process)$/.test(key) ? [[key, ""] as const] : []),
        [`${prefix}.required`, "false"],
      ];
    case "diff":
      return /\.(command|textconv)$/.test(key) ? [[key, ""]] : [];
    case "merge":
      return key.endsWith(".driver") ? [[key, ""]] : [];
    case "gpg":
      return /\.(program|defaultkeycommand)$/.test(key) ? [[key, ""]] : [];
    case "credential":
      return key.endsWith(".helper") ? [[key, ""]] : [];
    case "submodule":
      return key.endsWith(".update") ? [[key, "none"]] : [];
    case "hook":
      return [[`${prefix}.enabled`, "false"]];
    default:
      return [];
  }
}

/** Settings of every call: variables with fixed names. */
const quietSettings: readonly GitSetting[] = [
  ["safe.bareRepository", "explicit"],
  ["core.alternateRefsCommand", ""],
  ["core.fsmonitor", "false"],
  ["core.hooksPath", devNull],
  ["core.pager", "cat"],
  ["core.quotePath", "off"],
  ["core.untrackedCache", "false"],
  ["diff.external", ""],
  ["diff.submodule", "short"],
  ["fetch.recurseSubmodules", "false"],
  ["gc.auto", "0"],
  ["gpg.program", ""],
  ["interactive.diffFilter", ""],
  ["log.showRoot", "true"],
  ["log.showSignature", "false"],
  ["maintenance.auto", "false"],
  ["status.submoduleSummary", "false"],
  ["submodule.recurse", "false"],
  ["uploadpack.packObjectsHook", ""],
];

/** Further settings of calls that must not use the network. */
export const offlineSettings: readonly GitSetting[] = [
  ["core.askPass", ""],
  ["core.sshCommand", ""],
  ["credential.helper", ""],
  ["protocol.allow", "never"],
];

/**
 * Whether the repository's own configuration has conditional includes. A condition can hold only in the worktree that
 * a call creates, so its effect cannot be known beforehand.
 */
export function hasConditions(entries: readonly ConfigEntry[]): boolean {
  return entries.some(({ key, isFromRepository }) => isFromRepository && key.startsWith("includeif."));
}

/**
 * git refuses a repository of another user unless it is listed in `safe.directory`, but only when git searches for the
 * repository itself. Hewto names the repository, so it asks git about those of other users.
 */
export async function checkOwnership(
  repository: GitRepository,
  env: NodeJS.ProcessEnv,
): Promise<Result<undefined>> {
  if (isOwnedByUser(repository)) return ok(undefined);
  const { checkout } = repository;
  const result = await startGit(["rev-parse", "--git-dir"], {
    cwd: checkout,
    env,
    repository: "discover",
    settings: quietSettings,
    protocols: [],
    timeoutMs: inspectMs,
  });
  if (!result.ok) return result;
  if (result.value.code === 0) return ok(undefined);
  const isDubious = /dubious ownership|unsafe repository/.test(result.value.stderr);
  const [reason = ""] = result.value.stderr
    .trim()
    .replace(/^fatal: /, "")
    .split("\n");
  const message = isDubious
    ? `git refuses the repository ${checkout}: it belongs to another user.`
    : `git cannot use the repository ${checkout}: ${reason}.`;
  const remedy = isDubious
    ? `If you trust it, run \`git config --global --add safe.directory ${checkout}\`.`
    : "Check the repository with `git status`.";
  return fail(fault("git_failed", message, remedy, { path: checkout }));
}

/** git's own rule; on Windows, which has no user ids, git is result. */
function isOwnedByUser({ checkout, gitDir }: GitRepository): boolean {
  const me = process.geteuid?.();
  const paths = [join(checkout, ".git"), checkout, gitDir];
  return paths.every((path) => lstatSync(path, { throwIfNoEntry: false })?.uid === me) && me !== undefined;
}

function configFiles(repository: RepositoryChoice, env: NodeJS.ProcessEnv): string[] {
  const home = homeFolder(env);
  const userFolder = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git");
  const own =
    repository === "none" || repository === "discover"
      ? []
      : [join(repository.commonDir, "config"), join(repository.gitDir, "config.worktree")];
  return [
    "/etc/gitconfig",
    join(home, ".gitconfig"),
    join(userFolder, "config"),
    ...(env["GIT_CONFIG_GLOBAL"] ? [env["GIT_CONFIG_GLOBAL"]] : []),
    ...own,
  ];
}

function environmentOf(env: NodeJS.ProcessEnv): [string, string | undefined][] {
  return Object.entries(env).filter(([name]) => name.startsWith("GIT_CONFIG"));
}
