import { setTimeout as delay } from "node:timers/promises";
import { errnoOf } from "../paths/errno.ts";

/** Leaders of the process groups that must not outlive this process. */
const live = new Set<number>();

/**
 * Kills the group when our process exits, unless its leader has ended by then. A signal that ends Node without
 * `process.exit` skips this, so the main program turns SIGINT and SIGTERM into an exit.
 */
export function guardGroup(leader: number, exited: Promise<unknown>): void {
  if (live.size === 0) process.on("exit", killLive);
  live.add(leader);
  void exited.then(() => release(leader));
}

/**
 * Ends a group step by step: SIGTERM, then SIGKILL for the processes that are left after `stepMs`. With `patient` the
 * leader first gets the same time to exit by itself, as a server does when its stdin is closed.
 */
export async function endGroup(
  leader: number,
  exited: Promise<unknown>,
  { stepMs, patient }: { readonly stepMs: number; readonly patient: boolean },
): Promise<void> {
  if (patient) await Promise.race([exited, delay(stepMs, undefined, { ref: false })]);
  if (!signalGroup(leader, "SIGTERM")) return;
  const deadline = performance.now() + stepMs;
  // The leader may be gone while one of its children ignores the signal.
  while (performance.now() < deadline) {
    await delay(20);
    if (!signalGroup(leader, 0)) return;
  }
  signalGroup(leader, "SIGKILL");
}

function killLive(): void {
  for (const leader of live) signalGroup(leader, "SIGKILL");
}

function release(leader: number): void {
  live.delete(leader);
  if (live.size === 0) process.off("exit", killLive);
}

/** Whether a process received the signal. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no process groups: only the leader gets the signal.
    process.kill(process.platform === "win32" ? leader : -leader, signal);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}
