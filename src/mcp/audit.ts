import { appendLine } from "../workspace/append.ts";

/** One line for each call: who asked for what, where, what it touched and how it ended. */
export interface AuditLine {
  readonly ts: string;
  readonly session: string;
  readonly event: "initialize" | "call" | "read" | "prompt" | "close";
  readonly tool?: string;
  readonly capability?: string;
  readonly root: string;
  readonly artifacts?: readonly string[];
  readonly outcome: string;
  readonly ms?: number;
}

export type Audit = (line: AuditLine) => void;

/** JSON lines on stderr and, when asked for, in a file. */
export function createAudit(file: string | undefined, writeError: (text: string) => void): Audit {
  return (line) => {
    const json = JSON.stringify(line);
    writeError(`${json}\n`);
    if (file) appendLine(file, json).catch((error) => writeError(`audit file: ${String(error)}\n`));
  };
}
