import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { endGroup, guardGroup } from "./group.ts";
import { collectOutput, type Output } from "./output.ts";
import { findProgram, withoutCurrentFolder } from "./program.ts";

export interface RunOptions {
  readonly cwd?: string;
  /** The whole environment of the program; default: ours. */
  readonly env?: NodeJS.ProcessEnv;
  /** Written to standard input, which is then closed. */
  readonly input?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Per stream; output beyond it is discarded. Default: 16 MiB. */
  readonly maxOutputBytes?: number;
  /** Called with whole characters as they arrive, in addition to collecting them. */
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
  /** Time between SIGTERM and SIGKILL; default: 2 s. */
  readonly graceMs?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessResult extends Exit {
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output was discarded because of `maxOutputBytes`. */
  readonly truncated: boolean;
}

/** A running program in a process group of its own. */
export interface PipedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program has ended; never rejects. */
  readonly exited: Promise<Exit>;
  /** Ends it and everything it started: closes stdin, waits, SIGTERM, waits, SIGKILL. */
  readonly stop: (graceMs?: number) => Promise<Exit>;
}

const defaultGraceMs = 2000;
const lingerMs = 500;

/**
 * Runs a program to its end, never through a shell. A nonzero exit code is a result, not a fault; a program that cannot
 * be started, is aborted or times out is a fault.
 *
 * @example const result = await runProgram("rg", ["--version"], { timeoutMs: 5000 })
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Result<ProcessResult>> {
  if (options.signal?.aborted) return cancelled(command);
  const started = await start(command, args, options);
  if (!started.ok) return started;
  const child = started.value;
  const stdout = collectOutput(child.stdout, options.maxOutputBytes, options.onStdout);
  const stderr = collectOutput(child.stderr, options.maxOutputBytes, options.onStderr);
  child.stdin.on("error", () => {}); // a program can end without reading its input
  child.stdin.end(options.input);

  const { exit, reason } = await waitForEnd(child, options);
  await drain(child, [stdout, stderr]);
  if (reason === "aborted") return cancelled(command);
  if (reason === "timeout") return timedOut(command, options.timeoutMs ?? 0);
  const truncated = stdout.truncated() || stderr.truncated();
  return ok({ ...exit, stdout: stdout.text(), stderr: stderr.text(), truncated });
}

/**
 * Starts a program and hands over its streams, for a conversation over stdin and stdout.
 *
 * @example const agent = await spawnPiped("agent", ["--mcp"], { cwd: workspace.root })
 */
export async function spawnPiped(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Result<PipedProcess>> {
  const started = await start(command, args, options);
  if (!started.ok) return started;
  const child = started.value;
  const pid = pidOf(child);
  const exited = exitOf(child);
  child.stdin.on("error", () => {}); // writing to a program that has just ended is reported by `exited`
  const stop = async (graceMs = defaultGraceMs): Promise<Exit> => {
    child.stdin.end();
    await endGroup(pid, exited, { stepMs: graceMs, patient: true });
    return exited;
  };
  return ok({ pid, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, exited, stop });
}

/** Whether a program can be started in a folder; a name with a slash is a path. */
export async function isProgramOnPath(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
  cwd?: string,
): Promise<boolean> {
  return (await findProgram(name, { env, cwd })) !== undefined;
}

type Started = ChildProcessWithoutNullStreams;

async function start(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Result<Started>> {
  const { cwd, env = process.env } = options;
  const program = await findProgram(command, { env, cwd });
  if (program === undefined) return startFailed(command, await startErrno(command, cwd), cwd);
  if (isBatchFile(program)) return batchFile(command, program);
  try {
    // Detached: the program leads a process group, so that its children end with it.
    const child = spawn(program, args, {
      env: { ...env, ...withoutCurrentFolder() },
      cwd,
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.on("error", () => {}); // a failed kill; `exited` reports the rest
    guardGroup(pidOf(child), exitOf(child));
    return ok(child);
  } catch (error) {
    return startFailed(command, errnoOf(error) ?? String(error), options.cwd);
  }
}

/** Signals go to the group of this pid: 0 would be our own group. */
function pidOf({ pid }: Started): number {
  if (pid === undefined) throw new Error("Bug: the program was not started.");
  return pid;
}

function exitOf(child: Started): Promise<Exit> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve({ code: child.exitCode, signal: child.signalCode });
    } else child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

interface End {
  readonly exit: Exit;
  readonly reason: "ended" | "aborted" | "timeout";
}

async function waitForEnd(child: Started, options: RunOptions): Promise<End> {
  const { signal, timeoutMs, graceMs = defaultGraceMs } = options;
  const exited = exitOf(child);
  let reason: End["reason"] = "ended";
  const end = (cause: "aborted" | "timeout") => {
    if (reason !== "ended") return;
    reason = cause;
    void endGroup(pidOf(child), exited, { stepMs: graceMs, patient: false });
  };
  const onAbort = () => end("aborted");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end("timeout"), timeoutMs);
  const exit = await exited;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  return { exit, reason };
}

/** Reads the rest of the pipes, with a time limit: a background process can hold them open. */
async function drain(child: Started, outputs: readonly Output[]): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, lingerMs);
  await Promise.all(outputs.map((output) => output.ended));
  clearTimeout(timer);
}

/** Distinguishes a file that cannot be executed from one that does not exist. */
async function startErrno(command: string, cwd = process.cwd()): Promise<string> {
  if (!/[/\\]/.test(command)) return "ENOENT";
  const stats = await stat(resolve(cwd, command)).catch((error: unknown) => errnoOf(error) ?? "ENOENT");
  return typeof stats === "string" ? stats : "EACCES";
}

/** Windows runs these in a shell, whose quoting an argument could break out of. */
function isBatchFile(program: string): boolean {
  return process.platform === "win32" && /\.(bat|cmd)$/i.test(program);
}

function batchFile(command: string, program: string): Failure {
  const message = `\`${command}\` is the batch file ${program}, which Hewto does not start.`;
  const remedy = "Name the program that it starts instead, for example `node` with the path of its script.";
  return fail(fault("program_missing", message, remedy, { subject: { command, program } }));
}

async function startFailed(command: string, errno: string, cwd: string | undefined): Promise<Failure> {
  // The system reports ENOENT for a missing folder too; the message must name the right cause.
  const isFolder =
    cwd === undefined ||
    (await stat(cwd).then(
      (stats) => stats.isDirectory(),
      () => false,
    ));
  if (!isFolder) {
    const message = `\`${command}\` cannot be started in ${cwd}: that is not a directory.`;
    return fail(fault("not_a_directory", message, "Name an existing directory.", { path: cwd ?? "" }));
  }
  const message =
    errno === "ENOENT"
      ? `The program \`${command}\` was not found.`
      : `\`${command}\` cannot be started: ${errno}.`;
  const remedy = `Install \`${command}\`, or check the PATH and the spelling.`;
  return fail(fault("program_missing", message, remedy, { subject: { command, errno } }));
}

function cancelled(command: string): Failure {
  return fail(fault("cancelled", `\`${command}\` was cancelled.`, "", { subject: { command } }));
}

function timedOut(command: string, timeoutMs: number): Failure {
  const message = `\`${command}\` did not finish within ${timeoutMs / 1000} s and was stopped.`;
  const remedy = "Try again with more time.";
  return fail(fault("timed_out", message, remedy, { retryable: true, subject: { command } }));
}
