import { closeSync } from "node:fs";

/**
 * Closes stdin, stdout and stderr of a terminal that is gone. At its end Node gives a terminal its modes back, and
 * aborts when that fails; a stream that is closed is left alone, and the exit code stays ours.
 */
export function closeStandardStreams(): void {
  for (const descriptor of [0, 1, 2]) {
    try {
      closeSync(descriptor);
    } catch {
      // Closed already.
    }
  }
}
