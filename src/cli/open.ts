import { dirname, resolve } from "node:path";
import { fault } from "../kernel/fault.ts";
import { fail, type Result } from "../kernel/result.ts";
import { homeFolder } from "../workspace/config/user-folders.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import type { ParsedLine } from "./parse.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The workspace of a command: `--workspace`, else the current folder. */
export function workspaceOf(line: ParsedLine, terminal: Terminal): Promise<Result<Workspace>> {
  const given = line.flags.workspace;
  return typeof given === "string" ? openNamed("workspace", given, terminal) : openWorkspace(terminal.cwd);
}

/** What a folder is that is never meant as a project; undefined for every other. */
export async function noProject({ root }: Workspace, env: Terminal["env"]): Promise<string | undefined> {
  if (root === dirname(root)) return "the filesystem root";
  const home = await openWorkspace(homeFolder(env));
  return home.ok && home.value.root === root ? "your home directory" : undefined;
}

/** The absolute path of `--config`. */
export function configFile({ flags }: ParsedLine, { cwd }: Terminal): string | undefined {
  return typeof flags.config === "string" ? resolve(cwd, flags.config) : undefined;
}

/** A folder that a flag names; one that is not there is a bad value of that flag. */
export async function openNamed(
  flag: string,
  folder: string,
  terminal: Terminal,
): Promise<Result<Workspace>> {
  const opened = await openWorkspace(resolve(terminal.cwd, folder));
  if (opened.ok) return opened;
  const { message, remedy, path } = opened.fault;
  const subject = { flag };
  return fail(
    fault("invalid_config", `--${flag}: ${message}`, remedy, path ? { subject, path } : { subject }),
  );
}
