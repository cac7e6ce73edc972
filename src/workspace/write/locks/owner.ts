import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { errnoOf } from "../../paths/errno.ts";

/** The identity of a process, in a form that another process can check. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes machines with the same name; empty where the system has no such id. */
  readonly machine: string;
  /** The boot id of the machine; empty where the system has none. */
  readonly boot: string;
  /** The pid namespace: containers have their own pids. */
  readonly pid_space: string;
  /** The start time of the process, in kernel ticks; empty where it is unknown. */
  readonly process_start: string;
}

let self: Promise<Owner> | undefined;

export function currentOwner(): Promise<Owner> {
  self ??= describeSelf();
  return self;
}

/** Whether a process is alive; `unknown` when it is on another machine or in another container. */
export async function ownerStatus(owner: Owner): Promise<"alive" | "dead" | "unknown"> {
  const here = await currentOwner();
  if (owner.host !== here.host || owner.machine !== here.machine) return "unknown";
  if (owner.boot !== here.boot) return "dead"; // the machine was restarted since
  if (owner.pid_space !== here.pid_space) return "unknown";
  return (await isRunning(owner.pid, owner.process_start)) ? "alive" : "dead";
}

/** Whether a process runs: not a zombie and, if `start` is known, not another process with that pid. */
export async function isRunning(pid: number, start = ""): Promise<boolean> {
  if (!answersSignals(pid)) return false;
  const now = await processStat(pid);
  if (now === undefined) return true; // no /proc here: the signal has to be enough
  return !"ZX".includes(now.state) && (start === "" || start === now.start);
}

async function describeSelf(): Promise<Owner> {
  const line = (file: string): Promise<string> =>
    readFile(file, "utf8").then(
      (text) => text.trim(),
      () => "",
    );
  return {
    pid: process.pid,
    host: hostname(),
    machine: await line("/etc/machine-id"),
    boot: await line("/proc/sys/kernel/random/boot_id"),
    pid_space: await readlink("/proc/self/ns/pid").catch(() => ""),
    process_start: (await processStat(process.pid))?.start ?? "",
  };
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM"; // alive, and of another user
  }
}

/** State and start time from `/proc/<pid>/stat`; the name in it can contain spaces and parentheses. */
async function processStat(pid: number): Promise<{ state: string; start: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", start: fields[19] ?? "" };
}
