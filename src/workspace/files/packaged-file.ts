import { readFileSync } from "node:fs";

/** The bytes of a file that is part of the package; undefined when the installation is damaged. */
export function readPackagedFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
