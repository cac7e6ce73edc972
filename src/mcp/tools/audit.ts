import { appendLine } from "../../workspace/write/log.ts";
import type { AuditLine } from "./audit-line.ts";

export interface Audit {
  readonly record: (line: AuditLine) => void;
  /** Resolves when every line so far is in the file. */
  readonly flushed: () => Promise<void>;
}

/**
 * JSON lines on stderr and, when asked for, in a file, in the order of their events. They are written when the
 * reply is on its way: nobody waits for the line about their call.
 */
export function createAudit(
  file: string | undefined,
  writeError: (text: string) => void,
  /** For those who watch the workspace. */
  show: (lines: string) => void = () => {},
): Audit {
  const waiting: string[] = [];
  let written: Promise<void> = Promise.resolve();
  const write = () => {
    const lines = waiting.splice(0).join("\n");
    if (lines === "") return;
    writeError(`${lines}\n`);
    show(lines);
    if (file === undefined) return;
    written = written
      .then(() => appendLine(file, lines))
      .catch((error) =>
        writeError(`audit file: ${error instanceof Error ? error.message : String(error)}\n`),
      );
  };
  return {
    record: (line) => {
      if (waiting.length === 0) setImmediate(write);
      waiting.push(JSON.stringify(line));
    },
    flushed: () => {
      write();
      return written;
    },
  };
}
