import { constants, createWriteStream, openSync } from "node:fs";
import { appendFile } from "node:fs/promises";

/** Appends one line to a log. With `O_APPEND`, lines of several processes do not mix. */
export async function appendLine(file: string, line: string): Promise<void> {
  await appendFile(file, `${line}\n`, { flag: "a", mode: 0o600 });
}

/** A log that stays open for many lines. */
export interface LineLog {
  readonly write: (line: string) => void;
  /** Settles when all lines are written. */
  readonly close: () => Promise<void>;
  /** Why writing failed; undefined while it works. */
  readonly problem: () => string | undefined;
}

/** A log contains everything that was sent to an agent, so it is private, and links are not followed. */
function openForAppend(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
}

/** Opens a log for writing. Throws the system's error when it cannot be opened; later errors are in `problem`. */
export function openLineLog(file: string): LineLog {
  let problem: string | undefined;
  let isClosing = false;
  const stream = createWriteStream(file, { fd: openForAppend(file) });
  const closed = new Promise<void>((resolve) => stream.once("close", resolve));
  stream.on("error", (error) => {
    problem ??= error.message;
  });
  return {
    write: (line) => {
      // A write after the end is a stream error, which would discard the buffered lines.
      if (problem === undefined && !isClosing) stream.write(`${line}\n`);
    },
    close: async () => {
      isClosing = true;
      stream.end();
      await closed;
    },
    problem: () => problem,
  };
}
