import type { FlagSpec } from "../operation/flags.ts";
import type { ParsedLine } from "./parse.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** A command. Those that are not operations serve, draw or set up instead of answering. */
export interface Command {
  readonly words: string;
  readonly summary: string;
  /** What follows the words in the usage line; "" when nothing may. */
  readonly usage?: string;
  /** What may be given by position, where that is a closed list. */
  readonly choices?: readonly string[];
  readonly flags: readonly FlagSpec[];
  /** Lines for the end of the help, without `hewto`. */
  readonly examples?: readonly string[] | undefined;
  readonly hidden?: boolean;
  /** Why a command that is not an operation is not a tool. */
  readonly never?: string;
  readonly run: (line: ParsedLine, terminal: Terminal) => Promise<number>;
}

/** Flags that every command takes. */
export const commonFlags: readonly FlagSpec[] = [
  {
    name: "workspace",
    kind: "string",
    value: "DIR",
    summary: "folder to work in (default: the current one)",
  },
  { name: "json", kind: "boolean", summary: "print the answer as JSON" },
  { name: "color", kind: "boolean", summary: "use colors; turn off with --no-color or NO_COLOR" },
  { name: "help", kind: "boolean", short: "h", summary: "show this help" },
];
