import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { guardedEnvironment } from "./program.ts";
import type { Exit } from "./run.ts";

export interface ForegroundOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/**
 * Runs a command line of the user (`$EDITOR`, `$SHELL`) on our terminal and waits for it. It stays in our process
 * group, so that the terminal's keys reach it. The line can contain flags, as with git; `args` are appended and are
 * not interpreted by a shell.
 *
 * @example await runForeground(env.EDITOR ?? "vi", [path], { cwd, env })
 */
export async function runForeground(
  line: string,
  args: readonly string[],
  { cwd, env, signal }: ForegroundOptions,
): Promise<Result<Exit>> {
  const isWindows = process.platform === "win32";
  const [shell, shellArgs] = isWindows
    ? [line, args.map((arg) => `"${arg}"`)]
    : ["/bin/sh", ["-c", `${line} "$@"`, "hewto", ...args]];
  try {
    // The shell looks up the program, and must not find one in a repository.
    const guarded = guardedEnvironment(env, cwd);
    const child = spawn(shell, shellArgs, { cwd, env: guarded, stdio: "inherit", shell: isWindows });
    const stop = () => void child.kill("SIGTERM");
    signal?.addEventListener("abort", stop, { once: true });
    const exit = await new Promise<Exit>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    signal?.removeEventListener("abort", stop);
    if (exit.code === 127) return notStarted(line, "it was not found");
    return ok(exit);
  } catch (error) {
    return notStarted(line, errnoOf(error) ?? String(error));
  }
}

function notStarted(line: string, reason: string): Result<never> {
  const message = `\`${line}\` cannot be started: ${reason}.`;
  return fail(fault("program_missing", message, "Set $VISUAL or $EDITOR to a program that is installed."));
}

/**
 * Closes stdin, stdout and stderr of a terminal that is gone. On exit Node restores the modes of a terminal and aborts
 * when that fails; it skips a closed stream, so that the exit code stays ours.
 */
export function closeStandardStreams(): void {
  for (const descriptor of [0, 1, 2]) {
    try {
      closeSync(descriptor);
    } catch {
      // Closed already.
    }
  }
}
