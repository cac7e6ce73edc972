import { dirname, join } from "node:path";
import type { WorkspacePath } from "../paths/paths.ts";
import { type Disk, makeFolder, nodeDisk } from "../write/disk.ts";

/** A file of a folder that is ours alone and goes away again. */
export interface ScratchFile {
  readonly path: WorkspacePath;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/**
 * Fills a new folder of ours with files. Neither journaled nor synced, because nobody needs them after a crash: a
 * thousand files take a fraction of a second. Throws the system's error, also where two of them cannot be together.
 */
export async function fillScratch(
  folder: string,
  files: readonly ScratchFile[],
  disk: Disk = nodeDisk,
): Promise<void> {
  const made = new Set([folder]);
  const make = async (path: string): Promise<void> => {
    if (made.has(path)) return;
    await make(dirname(path));
    await makeFolder(path, disk, 0o700);
    made.add(path);
  };
  for (const { path, content, executable } of files) {
    const place = join(folder, path);
    await make(dirname(place));
    const file = await disk.open(place, "wx", executable ? 0o700 : 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  }
}
