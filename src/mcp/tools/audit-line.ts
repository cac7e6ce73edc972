/** One line for each call: who asked for what, where, what it touched and how it ended. */
export interface AuditLine {
  readonly ts: string;
  readonly session: string;
  /** Where the server knows people apart. */
  readonly principal?: string;
  readonly event: "initialize" | "call" | "read" | "prompt" | "close";
  /** The tool or the prompt. */
  readonly tool?: string;
  readonly capability?: string;
  readonly root: string;
  readonly artifacts?: readonly string[];
  readonly outcome: string;
  readonly ms?: number;
}
