import { constants, createWriteStream, openSync } from "node:fs";
import { appendFile } from "node:fs/promises";

/** Adds one line to a log. `O_APPEND` keeps lines of several processes whole. */
export async function appendLine(file: string, line: string): Promise<void> {
  await appendFile(file, `${line}\n`, { flag: "a", mode: 0o600 });
}

/** A log that stays open for many lines. */
export interface LineLog {
  readonly write: (line: string) => void;
  /** Settles when all lines are with the system. */
  readonly close: () => Promise<void>;
  /** Why nothing can be written, once that is so. */
  readonly problem: () => string | undefined;
}

/** Everything that was said to an agent is in there: nobody else may read it, and no link leads the lines away. */
function openForAppend(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
}

/** Opens a log for writing. Throws the system's error when it cannot be opened; what fails later is `problem`. */
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
      // A write after the end is an error of the stream, which then drops what it still holds.
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
