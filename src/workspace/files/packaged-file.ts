import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The bytes of a file that is part of the package; undefined when the installation is damaged. */
export function readPackagedFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The files of a folder of the package, by their paths below it with `/`; none when the installation is damaged. */
export function listPackagedFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
      .sort();
  } catch {
    return [];
  }
}
