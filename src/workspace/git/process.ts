import { devNull } from "node:os";
import type { Result } from "../../kernel/result.ts";
import { guardedEnvironment } from "../process/program.ts";
import {
  type PipedProcess,
  type ProcessResult,
  type RunOptions,
  runProgram,
  spawnPiped,
} from "../process/run.ts";
import type { GitRepository } from "./repository.ts";

/** The repository that a call works on; with "none" git uses no repository, with "discover" it searches from `cwd`. */
export type RepositoryChoice = GitRepository | "none" | "discover";

/** A variable of git's configuration and its value. */
export type GitSetting = readonly [key: string, value: string];

export interface StartOptions extends Pick<RunOptions, "signal" | "input" | "timeoutMs"> {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly repository: RepositoryChoice;
  /** Override every configuration file. */
  readonly settings: readonly GitSetting[];
  /** The transports that git may use; none when empty. */
  readonly protocols: readonly string[];
}

/**
 * Starts git: the only module that does. It gets no shell, prompt, pager, editor or optional lock, works in the C
 * locale, takes paths literally, and is given the repository instead of searching for one, because a folder in an
 * untrusted repository can be made to look like a repository itself.
 */
export function startGit(args: readonly string[], options: StartOptions): Promise<Result<ProcessResult>> {
  const { cwd, signal, input, timeoutMs } = options;
  return runProgram("git", ["--no-pager", ...args], {
    signal,
    input,
    timeoutMs,
    cwd,
    env: environmentFor(options),
  });
}

/** The same with its streams, for output that is large or is not text. */
export function pipeGit(args: readonly string[], options: StartOptions): Promise<Result<PipedProcess>> {
  return spawnPiped("git", ["--no-pager", ...args], { cwd: options.cwd, env: environmentFor(options) });
}

function environmentFor({ cwd, env, repository, settings, protocols }: StartOptions): NodeJS.ProcessEnv {
  return {
    ...guardedEnvironment(userEnvironment(env, protocols.length > 0), cwd),
    ...fixedVariables,
    ...repositoryVariables(repository),
    ...settingVariables(env, settings),
    GIT_ALLOW_PROTOCOL: protocols.join(":") || "none",
  };
}

const fixedVariables = {
  LC_ALL: "C",
  GIT_ASKPASS: "true",
  SSH_ASKPASS: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
};

/** Variables about the user and the machine. In a hook, the environment also names a repository. */
const userVariables = /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH|(AUTHOR|COMMITTER)_(NAME|EMAIL))$/;
const networkVariables = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+)$/;

function userEnvironment(env: NodeJS.ProcessEnv, isNetwork: boolean): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !name.startsWith("GIT_") || userVariables.test(name) || (isNetwork && networkVariables.test(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}

function repositoryVariables(repository: RepositoryChoice): NodeJS.ProcessEnv {
  if (repository === "discover") return {};
  if (repository === "none") return { GIT_DIR: devNull };
  return { GIT_DIR: repository.gitDir, GIT_WORK_TREE: repository.checkout };
}

/**
 * Ours come after those of the environment, so they win. Not as `-c key=value`: a key can contain an equals sign,
 * and that form would cut it off.
 */
function settingVariables(env: NodeJS.ProcessEnv, settings: readonly GitSetting[]): NodeJS.ProcessEnv {
  const variables: NodeJS.ProcessEnv = {};
  const all = [...environmentSettings(env), ...settings];
  for (const [at, [key, value]] of all.entries()) {
    variables[`GIT_CONFIG_KEY_${at}`] = key;
    variables[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return { ...variables, GIT_CONFIG_COUNT: String(all.length) };
}

function environmentSettings(env: NodeJS.ProcessEnv): GitSetting[] {
  const count = Math.min(Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0, 1000);
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const [key, value] = [env[`GIT_CONFIG_KEY_${at}`], env[`GIT_CONFIG_VALUE_${at}`]];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
}
