import { dirname, join } from "node:path";
import type { WorkspacePath } from "../paths/paths.ts";
import { type Disk, makeFolder, nodeDisk } from "../write/disk.ts";

/** A file in a temporary folder of ours. */
export interface ScratchFile {
  readonly path: WorkspacePath;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/**
 * Fills a new temporary folder with files. Neither journaled nor synced, because they are useless after a crash: a
 * thousand files take a fraction of a second. Throws the system's error, for example when two paths conflict.
 */
export async function fillScratch(
  folder: string,
  files: readonly ScratchFile[],
  disk: Disk = nodeDisk,
): Promise<void> {
  const folders = new Set([folder]);
  const make = async (path: string): Promise<void> => {
    if (folders.has(path)) return;
    await make(dirname(path));
    await makeFolder(path, disk, 0o700);
    folders.add(path);
  };
  for (const { path, content, executable } of files) {
    const target = join(folder, path);
    await make(dirname(target));
    const file = await disk.open(target, "wx", executable ? 0o700 : 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  }
}
