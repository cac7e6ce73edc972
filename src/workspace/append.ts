import { createWriteStream } from "node:fs";
import { appendFile } from "node:fs/promises";

/** Adds one line to a log. `O_APPEND` keeps lines of several processes whole. */
export async function appendLine(file: string, line: string): Promise<void> {
  await appendFile(file, `${line}\n`, { flag: "a" });
}

/** A log that stays open for many lines. */
export interface LineLog {
  readonly write: (line: string) => void;
  /** Settles when all lines are with the system. */
  readonly close: () => Promise<void>;
  /** Why nothing can be written, once that is so. */
  readonly problem: () => string | undefined;
}

/** Opens a log for writing; one that cannot be written says so and swallows the lines. */
export function openLineLog(file: string): LineLog {
  let problem: string | undefined;
  let isClosing = false;
  const stream = createWriteStream(file, { flags: "a" });
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
