import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../paths/root.ts";
import { stateDirectory, stateRoot } from "./folder.ts";

/**
 * The calls of all servers of a workspace, as lines of JSON, for the person who watches them. A server appends only when the
 * file is there: it is created when somebody first wants to watch, so that a server by itself writes nothing. It is a
 * window on the newest calls, not a record; `hewto mcp --audit-file` keeps one.
 */
export const callLog = { part: "logs", name: "calls.jsonl", earlier: "calls.1.jsonl", maxBytes: 512 * 1024 };

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

/** Lets servers write their calls. Throws the system's error where the state folder cannot be written. */
export async function startCallLog(workspace: Workspace): Promise<void> {
  const folder = await stateDirectory(workspace, callLog.part);
  closeSync(openSync(join(folder, callLog.name), flags | O_CREAT, 0o600));
}

/** Appends lines if somebody wants to watch. A log that cannot be written stops no call. */
export function appendCalls(workspace: Workspace, lines: string): void {
  const folder = join(stateRoot(workspace), callLog.part);
  let fd: number | undefined;
  try {
    fd = openSync(join(folder, callLog.name), flags);
    const stats = fstatSync(fd);
    if (!stats.isFile()) return;
    writeSync(fd, `${lines}\n`);
    if (stats.size < callLog.maxBytes) return;
    renameSync(join(folder, callLog.name), join(folder, callLog.earlier));
    closeSync(openSync(join(folder, callLog.name), flags | O_CREAT, 0o600));
  } catch {
    // Nobody watches, or the disk refuses.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
