import { readFileSync } from "node:fs";

const pageBytes = 4096;

/** The memory that a process holds; undefined where the system does not say, or the process has ended. */
export function residentBytes(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * pageBytes;
  } catch {
    return undefined;
  }
}
