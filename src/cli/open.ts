import { resolve } from "node:path";
import type { Result } from "../kernel/result.ts";
import { openWorkspace, type Workspace } from "../workspace/root.ts";
import type { ParsedLine } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** The workspace of a command: `--workspace`, else the current folder. */
export function workspaceOf(line: ParsedLine, terminal: Terminal): Promise<Result<Workspace>> {
  const given = line.flags.workspace;
  return openWorkspace(typeof given === "string" ? resolve(terminal.cwd, given) : terminal.cwd);
}
