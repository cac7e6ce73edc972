import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { whenOver } from "./cleanup.ts";
import { skipTest } from "./skip.ts";

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it wrote to stderr so far. */
  readonly errors: () => string;
  /** The exit code, or the signal that ended it; settles when its streams are closed too. */
  readonly exit: Promise<number | string>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts a Node program and ends it with the test, however the test ends. */
export function start(script: string, args: readonly string[], options: StartOptions = {}): Started {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    ...(options.cwd ? { cwd: options.cwd } : {}),
  });
  whenOver(() => void child.kill("SIGKILL"));
  return watch(child);
}

export function watch(child: ChildProcessWithoutNullStreams): Started {
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  // The program may be gone before it has read everything; its exit code is what tests look at.
  child.stdin.on("error", () => {});
  const exit = new Promise<number | string>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  return { child, errors: () => errors, exit };
}

/** Runs a program to its end. */
export async function run(script: string, args: readonly string[], options: StartOptions = {}) {
  const { child, errors, exit } = start(script, args, options);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stdin.end();
  return { code: await exit, output, errors: errors() };
}

/** Resolves when stderr shows the pattern; rejects when the program ends without it. */
export async function shown(started: Started, pattern: RegExp): Promise<RegExpExecArray> {
  const found = () => pattern.exec(started.errors());
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = found();
      if (match) resolve(match);
    };
    look();
    started.child.stderr.on("data", look);
    started.exit.then((code) => reject(new Error(`ended with ${code}: ${started.errors()}`)), reject);
  });
}

/** Starts a server that listens on a free port; `url` is where clients connect, without a token unless one is set. */
export async function startListening(
  script: string,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<Started & { url: string }> {
  const hasToken = args.includes("--token") || options.env?.["HEWTO_TOKEN"] !== undefined;
  const open = hasToken ? [] : ["--no-token"];
  const started = start(script, [...args, "--transport", "http", "--port", "0", ...open], options);
  const [, url = ""] = await shown(started, /address +(http\S+)/);
  return { ...started, url };
}

/** A process that is dead but not yet collected by init is dead. */
export function isAlive(pid: number | string): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes that run now, from /proc, so that no test needs `ps` or `pgrep`. */
function processes(): ProcessEntry[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state === "Z" || state === "X") return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return [{ pid: Number(pid), parent: Number(parent), command }];
    } catch {
      return [];
    }
  });
}

export function childrenOf(pid: number): number[] {
  needsProc();
  return processes()
    .filter((entry) => entry.parent === pid)
    .map((entry) => entry.pid);
}

/** The processes whose command line contains a text. */
export function processesWith(text: string): number[] {
  needsProc();
  return processes()
    .filter((entry) => entry.command.includes(text))
    .map((entry) => entry.pid);
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  needsProc();
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** The most memory that a process had resident since it started, in MB. */
export function peakMegabytes(pid: number): number {
  needsProc();
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

function needsProc(): void {
  if (process.platform !== "linux") skipTest("reads /proc, which only Linux has");
}
