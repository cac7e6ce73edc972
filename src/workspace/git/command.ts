import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import type { PipedProcess, RunOptions } from "../process/run.ts";
import { checkOwnership, gitConfig, hasConditions, offlineSettings, safeSettings } from "./config.ts";
import { type GitSetting, pipeGit, startGit } from "./process.ts";
import { findRepository, type GitRepository } from "./repository.ts";

export interface GitOptions extends Pick<RunOptions, "signal" | "input" | "env" | "timeoutMs"> {
  readonly cwd: string;
  /** Default: the repository that contains `cwd`. */
  readonly repository?: GitRepository;
  /** The call checks out or removes files: filters of the user's own configuration work. */
  readonly writes?: boolean;
  /** Another repository that the call reads; its configuration is disarmed too. */
  readonly otherRepository?: GitRepository | undefined;
  /** The transports that the call may use, when the user asked to fetch something; default: none. */
  readonly protocols?: readonly string[];
  readonly settings?: readonly GitSetting[];
}

export interface GitOutput {
  readonly stdout: string;
  readonly stderr: string;
}

const readMs = 120_000;

/**
 * Runs git on the repository of `cwd`. No program that the repository's configuration, attributes or hooks name is
 * started, and nothing is fetched unless `protocols` allows it. Put paths after "--"; they are taken literally.
 * A failure of git is `git_failed` with git's message.
 *
 * @example const log = await git(["log", "-1", "--format=%H", "--", path], { cwd: workspace.root })
 */
export async function git(args: readonly string[], options: GitOptions): Promise<Result<GitOutput>> {
  const { cwd, env = process.env, writes = false, protocols = [] } = options;
  const repository = options.repository ?? findRepository(cwd);
  if (repository === undefined) return noRepository(cwd);
  if (options.repository === undefined) {
    const owned = await checkOwnership(repository, env);
    if (!owned.ok) return owned;
  }
  const safe = await settingsFor([repository, options.otherRepository], cwd, env, writes);
  if (!safe.ok) return safe;
  const reach = protocols.length > 0 ? [] : offlineSettings;
  const ran = await startGit(withGuards(args), {
    cwd,
    env,
    repository,
    settings: [...safe.value, ...reach, ...(options.settings ?? [])],
    protocols,
    signal: options.signal,
    input: options.input,
    // Checking out a large repository takes time; a call that only reads has a limit.
    timeoutMs: options.timeoutMs ?? (writes ? undefined : readMs),
  });
  if (!ran.ok) return ran;
  const { code, stdout, stderr, truncated } = ran.value;
  if (code === 0 && !truncated) return ok({ stdout, stderr });
  return failed(args, options.cwd, truncated ? "its output is too long" : stderr, code);
}

/** Starts git on a repository of ours with the same guards, and hands over its streams. It only reads. */
export async function gitPipe(
  args: readonly string[],
  { cwd, repository, env = process.env }: Pick<GitOptions, "cwd" | "env"> & { repository: GitRepository },
): Promise<Result<PipedProcess>> {
  const safe = await settingsFor([repository], cwd, env, false);
  if (!safe.ok) return safe;
  const settings = [...safe.value, ...offlineSettings];
  return pipeGit(args, { cwd, env, repository, settings, protocols: [] });
}

/** The output of `git --version`; a fault when git is not installed. */
export async function gitVersion(cwd: string, env: NodeJS.ProcessEnv): Promise<Result<string>> {
  const options = { cwd, env, repository: "none", settings: [], protocols: [], timeoutMs: 5_000 } as const;
  const version = await startGit(["--version"], options);
  if (!version.ok) return version;
  return version.value.code === 0
    ? ok(version.value.stdout.trim())
    : failed(["--version"], cwd, version.value.stderr, version.value.code);
}

async function settingsFor(
  repositories: readonly (GitRepository | undefined)[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  writes: boolean,
): Promise<Result<GitSetting[]>> {
  const settings: GitSetting[] = [];
  for (const repository of repositories) {
    if (repository === undefined) continue;
    const config = await gitConfig(repository, cwd, env);
    if (!config.ok) return config;
    if (writes && hasConditions(config.value)) return hasConditionalIncludes(repository);
    settings.push(...safeSettings(config.value, writes));
  }
  return settings.length > 2000 ? tooManyFilters(cwd) : ok(settings);
}

/**
 * Flags for commands that would start programs of a submodule, which has its own configuration: only the commit of a
 * submodule is compared.
 */
const guards: Readonly<Record<string, readonly string[]>> = {
  diff: ["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"],
  "diff-files": ["--ignore-submodules=dirty"],
  log: ["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"],
  status: ["--ignore-submodules=dirty"],
};

function withGuards(args: readonly string[]): string[] {
  const [command = "", ...rest] = args;
  return [command, ...(guards[command] ?? []), ...rest];
}

function noRepository(cwd: string): Failure {
  return fail(fault("git_failed", `${cwd} is not in a git repository.`, "Run it in a clone.", { path: cwd }));
}

function hasConditionalIncludes({ commonDir }: GitRepository): Failure {
  const message = `The configuration of ${commonDir} has conditional includes, so Hewto cannot know which programs a checkout would start.`;
  const remedy = "Use git itself, or remove the `includeIf` lines from that file.";
  return fail(fault("git_failed", message, remedy, { path: commonDir }));
}

function tooManyFilters(cwd: string): Failure {
  const message = "The repository's configuration defines too many filters to start git safely.";
  return fail(fault("git_failed", message, "Remove unused filters.", { path: cwd }));
}

function failed(args: readonly string[], cwd: string, stderr: string, code: number | null): Failure {
  // Some failures of git print its whole manual.
  const reason = stderr
    .trim()
    .replace(/^(fatal|error): /, "")
    .split("\n\n")[0];
  const message = `git ${args[0] ?? ""} failed: ${reason || `exit code ${code}`}.`;
  const remedy = /promisor|lazy fetch|transport '[^']*' not allowed/.test(stderr) ? partialCloneRemedy : "";
  return fail(fault("git_failed", message, remedy, { subject: { args: [...args], code, cwd } }));
}

const partialCloneRemedy =
  "This partial clone lacks objects, and Hewto does not fetch them. Run the same command with git, or `git fetch --refetch --no-filter`.";
