import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { yieldIfDue } from "../process/event-loop.ts";

/**
 * The bytes that a folder takes on its disk. Links are not followed, unreadable folders count as empty, and folders in
 * `except`, given by absolute path, are left out.
 */
export async function diskUsage(folder: string, except: readonly string[] = []): Promise<number> {
  const pending = [folder];
  let bytes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (!entry.isDirectory()) bytes += sizeOf(path);
      else if (!except.includes(path)) pending.push(path);
    }
    await yieldIfDue();
  }
  return bytes;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  try {
    const { blocks, size } = lstatSync(path);
    // Windows does not report blocks.
    return blocks > 0 ? blocks * 512 : size;
  } catch {
    return 0;
  }
}
