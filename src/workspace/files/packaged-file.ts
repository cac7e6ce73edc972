import { readFileSync } from "node:fs";

/** The bytes of a file that was installed with the program; undefined when the package is damaged. */
export function readPackagedFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
