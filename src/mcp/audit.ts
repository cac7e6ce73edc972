import { appendLine } from "../workspace/append.ts";

/** One line for each call: who asked for what, where, what it touched and how it ended. */
export interface AuditLine {
  readonly ts: string;
  readonly session: string;
  readonly event: "initialize" | "call" | "read" | "prompt" | "close";
  /** The tool or the prompt. */
  readonly tool?: string;
  readonly capability?: string;
  readonly root: string;
  readonly artifacts?: readonly string[];
  readonly outcome: string;
  readonly ms?: number;
}

export interface Audit {
  readonly record: (line: AuditLine) => void;
  /** Resolves when every line so far is in the file. */
  readonly flushed: () => Promise<void>;
}

/** JSON lines on stderr and, when asked for, in a file, in the order of their events. */
export function createAudit(file: string | undefined, writeError: (text: string) => void): Audit {
  let written: Promise<void> = Promise.resolve();
  return {
    record: (line) => {
      const json = JSON.stringify(line);
      writeError(`${json}\n`);
      if (file === undefined) return;
      written = written
        .then(() => appendLine(file, json))
        .catch((error) => writeError(`audit file: ${String(error)}\n`));
    },
    flushed: () => written,
  };
}
