import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../paths/root.ts";
import { openStateFile } from "./files.ts";
import { stateDirectory, stateRoot } from "./folder.ts";

/**
 * The calls of all servers of a workspace, as lines of JSON, for the person who watches them. A server appends only when the
 * file is there: it is created when somebody first wants to watch, so that a server by itself writes nothing. It is a
 * window on the newest calls, not a record; `hewto mcp --audit-file` keeps one.
 */
const part = "logs";
const name = "calls.jsonl";
const earlier = "calls.1.jsonl";
const maxBytes = 512 * 1024;

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

/** Lets servers write their calls. Throws the system's error where the state folder cannot be written. */
export async function startCallLog(workspace: Workspace): Promise<void> {
  const folder = await stateDirectory(workspace, part);
  closeSync(openSync(join(folder, name), flags | O_CREAT, 0o600));
}

/** Appends lines if somebody wants to watch. A log that cannot be written stops no call. */
export function appendCalls(workspace: Workspace, lines: string): void {
  const folder = join(stateRoot(workspace), part);
  let fd: number | undefined;
  try {
    fd = openSync(join(folder, name), flags);
    const stats = fstatSync(fd);
    if (!stats.isFile()) return;
    writeSync(fd, `${lines}\n`);
    if (stats.size < maxBytes) return;
    renameSync(join(folder, name), join(folder, earlier));
    closeSync(openSync(join(folder, name), flags | O_CREAT, 0o600));
  } catch {
    // Nobody watches, or the disk refuses.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export interface CallLog {
  /** Whether servers write their calls here. */
  readonly isOn: boolean;
  /** The newest lines, oldest first. */
  readonly lines: readonly string[];
}

export function readCallLog(workspace: Workspace): CallLog {
  const folder = join(stateRoot(workspace), part);
  const texts = [earlier, name].map((file) => stateText(folder, file));
  return {
    isOn: texts[1] !== undefined,
    lines: texts
      .join("")
      .split("\n")
      .filter((line) => line !== ""),
  };
}

function stateText(folder: string, file: string): string | undefined {
  const opened = openStateFile(folder, file);
  if (opened === undefined) return undefined;
  try {
    // A line can be longer than the file should be.
    const bytes = opened.read(Math.max(0, opened.size - 2 * maxBytes), 2 * maxBytes);
    return Buffer.from(bytes).toString("utf8");
  } finally {
    opened.close();
  }
}
