import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary.ts";

/** Whether this machine lets us mount: only root may, and not in every container. */
export const canMount = process.getuid?.() === 0 && tried();

/** A disk of its own with room for this many KiB. */
export async function smallDisk(kib: number): Promise<{ path: string; makeReadOnly: () => void }> {
  const path = join(await temporaryFolder(), "disk");
  mkdirSync(path);
  mount("-t", "tmpfs", "-o", `size=${kib}k`, "none", path);
  onTestFinished(() => void spawnSync("umount", ["--lazy", path]));
  return { path, makeReadOnly: () => mount("-o", "remount,ro", path) };
}

function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`mount failed: ${stderr}`);
}

function tried(): boolean {
  return spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
}
