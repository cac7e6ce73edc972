import { ReadStream, WriteStream } from "node:tty";
import { fault } from "../../kernel/fault.ts";
import type { Command } from "../command.ts";
import { configFile, workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** `hewto tui`: the app is loaded when it is called for, and only then. */
export function tuiCommand(): Command {
  return {
    words: "tui",
    usage: "",
    summary: "The terminal app: specs, steps, tasks and worktrees",
    flags: [
      {
        name: "config",
        kind: "string",
        value: "FILE",
        summary: "config file that overrides all others",
      },
      {
        name: "cd-file",
        kind: "string",
        value: "FILE",
        summary:
          "on exit, write the path of the active worktree to this file, for a shell function that changes to it",
      },
    ],
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = process;
  if (!(stdin instanceof ReadStream) || !(stdout instanceof WriteStream)) {
    const message = "The terminal app needs a terminal for its input and output.";
    const remedy =
      "Without a terminal, use `hewto features list`, `hewto run`, `hewto tasks toggle` and `hewto worktree`; all take --json.";
    return reportFault(fault("invalid_argument", message, remedy), terminal, line.flags.json === true);
  }
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, false);
  const { recover } = await import("../../workspace/write/journal/recover.ts");
  await recover(workspace.value);
  const { runApp } = await import("../../tui/app.ts");
  const { env } = terminal;
  const cdFile = line.flags["cd-file"];
  const ended = await runApp({
    workspace: workspace.value,
    env,
    input: stdin,
    output: stdout,
    color: line.flags.color !== false && !env.NO_COLOR && env.TERM !== "dumb",
    configFile: configFile(line, terminal),
    cdFile: typeof cdFile === "string" ? cdFile : undefined,
  });
  if (!ended.ok) return reportFault(ended.fault, terminal, false);
  // Nothing must keep a closed app alive: a pipe of an agent, a timer of a library.
  process.exit(ended.value);
}
