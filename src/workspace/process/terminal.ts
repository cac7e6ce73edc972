import { spawn } from "node:child_process";
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
 * Runs a line of the person's own (`$EDITOR`, `$SHELL`) on our terminal and waits for its end. It stays in our
 * process group, so that the terminal's keys reach it. The line may hold flags, as git and others allow; `words`
 * follow it and are never read by a shell.
 *
 * @example await runForeground(env.EDITOR ?? "vi", [path], { cwd, env })
 */
export async function runForeground(
  line: string,
  words: readonly string[],
  { cwd, env, signal }: ForegroundOptions,
): Promise<Result<Exit>> {
  const isWindows = process.platform === "win32";
  const [command, args] = isWindows
    ? [line, words.map((word) => `"${word}"`)]
    : ["/bin/sh", ["-c", `${line} "$@"`, "hewto", ...words]];
  try {
    const place = cwd === undefined ? {} : { cwd };
    // The shell looks the line's program up, and must not take one that a repository brings along.
    const guarded = guardedEnvironment(env, cwd);
    const child = spawn(command, args, { ...place, env: guarded, stdio: "inherit", shell: isWindows });
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

function notStarted(line: string, why: string): Result<never> {
  const message = `\`${line}\` cannot be started: ${why}.`;
  return fail(fault("program_missing", message, "Set $VISUAL or $EDITOR to a program that is installed."));
}
