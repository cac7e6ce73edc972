import { join } from "node:path";
import { byCodePoint } from "../../kernel/order.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { listStateFiles, openStateFile, type StateFile } from "../../workspace/state/files.ts";
import { stateRoot } from "../../workspace/state/folder.ts";
import { isRunning } from "../../workspace/write/locks/owner.ts";

/** What the log of a run says about it. */
export interface RunLogSummary {
  readonly id: string;
  readonly tool: string;
  readonly spec: string;
  readonly agent: string;
  readonly started: string;
  /** How it ended; `running`, or `interrupted` when its process is gone. */
  readonly state: string;
  readonly bytes: number;
}

const headBytes = 8 * 1024;
const tailBytes = 8 * 1024;
/** `001-login-plan-20261118T110759-4711.log`; the number is the process. */
const logName = /^[^/\\]+-(\d{8}T\d{6})-(\d+)(?:-(\d+))?\.log$/;

/** The logs of runs, newest first. */
export async function listRunLogs(workspace: Workspace, limit: number): Promise<RunLogSummary[]> {
  const folder = logFolder(workspace);
  const names = listStateFiles(folder).filter((name) => logName.test(name));
  const newest = names
    .sort((a, b) => byCodePoint(stampOf(b), stampOf(a)) || byCodePoint(a, b))
    .slice(0, limit);
  const runs: RunLogSummary[] = [];
  for (const name of newest) {
    const run = await withLog(folder, name, (file) => summarize(name, file));
    if (run) runs.push(run);
  }
  return runs;
}

export interface RunLogPart {
  readonly run: RunLogSummary;
  readonly text: string;
  /** Where the next part begins. */
  readonly next: number;
  /** Bytes before the part that were left out. */
  readonly skipped: number;
}

/** A part of a log: from a position, or its end. */
export async function readRunLog(
  workspace: Workspace,
  id: string,
  from: number | undefined,
  maxBytes: number,
): Promise<RunLogPart | undefined> {
  const name = `${id}.log`;
  if (!logName.test(name)) return undefined;
  return withLog(logFolder(workspace), name, async (file) => {
    const start = from ?? Math.max(0, file.size - maxBytes);
    const bytes = file.read(Math.min(start, file.size), maxBytes);
    // Only whole lines: the rest comes with the next part.
    const end = bytes.lastIndexOf(10) + 1;
    const text = Buffer.from(bytes.subarray(0, end)).toString("utf8");
    return {
      run: await summarize(name, file),
      text,
      next: start + end,
      skipped: from === undefined ? start : 0,
    };
  });
}

function logFolder(workspace: Workspace): string {
  return join(stateRoot(workspace), "logs");
}

function stampOf(name: string): string {
  const [, stamp = "", , again = "1"] = logName.exec(name) ?? [];
  return `${stamp}-${again.padStart(6, "0")}`;
}

async function withLog<T>(
  folder: string,
  name: string,
  use: (file: StateFile) => Promise<T>,
): Promise<T | undefined> {
  const file = openStateFile(folder, name);
  if (file === undefined) return undefined;
  try {
    return await use(file);
  } finally {
    file.close();
  }
}

async function summarize(name: string, file: StateFile): Promise<RunLogSummary> {
  const head = decode(file.read(0, headBytes)).split("\n\n", 1)[0] ?? "";
  const tail = decode(file.read(Math.max(0, file.size - tailBytes), tailBytes));
  const field = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? "";
  const ended = [...tail.matchAll(/^\S+ \[SYS\] ended: ([a-z-]+)$/gm)].at(-1)?.[1];
  const pid = Number(logName.exec(name)?.[2]);
  return {
    id: name.slice(0, -".log".length),
    tool: field("tool"),
    spec: field("spec"),
    agent: field("agent"),
    started: field("started"),
    state: ended ?? ((await isRunning(pid)) ? "running" : "interrupted"),
    bytes: file.size,
  };
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
