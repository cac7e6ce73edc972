import type { FlagSpec } from "../operation/flags.ts";
import type { ParsedLine } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** A command that is no operation: it serves, draws or sets up instead of answering. */
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
  readonly run: (line: ParsedLine, terminal: Terminal) => Promise<number>;
}

/** Flags that every command takes. */
export const commonFlags: readonly FlagSpec[] = [
  {
    name: "workspace",
    kind: "string",
    value: "DIR",
    summary: "the folder to work in (default: the current one)",
  },
  { name: "json", kind: "boolean", summary: "answer with the same JSON object as the tool" },
  { name: "color", kind: "boolean", summary: "colours; --no-color or NO_COLOR turns them off" },
  { name: "help", kind: "boolean", short: "h", summary: "show this help" },
];
