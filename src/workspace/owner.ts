import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { errnoOf } from "./errno.ts";

/** Who this process is, in words that another process can check. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Where the pid means something: one boot of one machine and, in containers, one pid namespace. */
  readonly scope: string;
  /** When the process began, in the kernel's ticks; empty where the system does not tell. */
  readonly process_start: string;
}

let self: Promise<Owner> | undefined;

export function thisOwner(): Promise<Owner> {
  self ??= describeSelf();
  return self;
}

/** Whether a process lives: not dead, not a zombie and, if `start` is known, not another one of that pid. */
export async function isRunning(pid: number, start = ""): Promise<boolean> {
  if (!answersSignals(pid)) return false;
  const now = await processStat(pid);
  if (now === undefined) return true; // no /proc here: the signal's answer is all there is
  return !"ZX".includes(now.state) && (start === "" || start === now.start);
}

async function describeSelf(): Promise<Owner> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  const stat = await processStat(process.pid);
  return {
    pid: process.pid,
    host: hostname(),
    scope: `${hostname()} ${boot.trim()} ${namespace}`.trim(),
    process_start: stat?.start ?? "",
  };
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM"; // alive, and someone else's
  }
}

/** State and start time from `/proc/<pid>/stat`; the name in it may hold blanks and parentheses. */
async function processStat(pid: number): Promise<{ state: string; start: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", start: fields[19] ?? "" };
}
