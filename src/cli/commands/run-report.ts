import type { RunState } from "../../client/run/outcome.ts";
import { outputOf } from "../../client/run/output.ts";
import type { RunResult } from "../../client/run/run.ts";
import { withRemedy } from "../../kernel/fault.ts";
import type { AgentTask } from "../../workflow/phase.ts";
import type { Terminal } from "../terminal/terminal.ts";

const exitCodes: Readonly<Record<RunState, number>> = {
  done: 0,
  "tool-failed": 1,
  "protocol-error": 1,
  "agent-died": 1,
  unavailable: 3,
  "timed-out": 124,
  cancelled: 130,
};

/** The result's text on stdout, what went wrong on stderr; with --json one object that says both. */
export function tellRun(
  { outcome, log, logProblem }: RunResult,
  step: AgentTask,
  directory: string,
  terminal: Terminal,
  json: boolean,
): number {
  const { state, isError, content, structuredContent, error, verdict } = outcome;
  const lines = json ? [] : outputOf(outcome);
  if (json) {
    const shown = {
      state,
      tool: `speckit.${step}`,
      spec_directory: directory,
      log,
      isError,
      content,
      structuredContent,
      error,
      verdict,
    };
    terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
  }
  for (const { stream, text } of lines)
    (stream === "out" && state === "done" ? terminal.out : terminal.err)(`${text}\n`);
  if (verdict) terminal.err(`${terminal.errStyle.dim(verdict.summary)}\n`);
  if (error) {
    // What the output has said already is not said again.
    const isSaid = lines.some(({ text }) => text !== "" && error.message.startsWith(text));
    const isHinted = lines.some(({ text }) => text.includes(error.hint));
    const what = withRemedy(isSaid ? "The step failed." : error.message, isHinted ? "" : error.hint);
    terminal.err(`${terminal.errStyle.bad("hewto:")} ${what}\n`);
    if (log !== "") terminal.err(`${terminal.errStyle.dim(`log: ${log}`)}\n`);
  }
  if (logProblem !== undefined)
    terminal.err(`${terminal.errStyle.dim(`The run could not be logged: ${logProblem}`)}\n`);
  return exitCodes[state];
}
