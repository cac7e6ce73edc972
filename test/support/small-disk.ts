import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { skipTest } from "./skip.ts";
import { temporaryFolder } from "./temporary.ts";

let canMount: boolean | undefined;

/** A disk of its own with room for this many KiB. Skips the test where we cannot mount one. */
export async function smallDisk(kib: number): Promise<{ path: string; makeReadOnly: () => void }> {
  canMount ??= process.getuid?.() === 0 && tried();
  if (!canMount) skipTest("mounting a small disk needs root, and a container that allows it");
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
