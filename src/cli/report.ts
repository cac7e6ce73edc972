import { findOperation } from "../catalog.ts";
import { type Fault, faultText, type Suggestion } from "../kernel/fault.ts";
import { exitCodeOf } from "../kernel/fault-codes.ts";
import { terminalSurface, worded } from "../operation/surface.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Reports a fault on stderr (and as JSON on stdout when asked) and gives the exit code. */
export async function reportFault(given: Fault, terminal: Terminal, json: boolean): Promise<number> {
  const fault = await forPeople(given);
  if (json) terminal.out(`${JSON.stringify({ error: fault }, null, 2)}\n`);
  terminal.err(`${terminal.errStyle.bad("hewto:")} ${faultText(fault)}\n`);
  return exitCodeOf(fault.code);
}

/** A next step as a command to run. */
export async function commandFor(suggestion: Suggestion): Promise<string> {
  const operation = "operation" in suggestion ? await findOperation(suggestion.operation) : undefined;
  return terminalSurface(() => operation).recommend(suggestion);
}

/** A fault as a person at a terminal reads it: what to run next is a command. */
export async function forPeople(fault: Fault): Promise<Fault> {
  const { suggest } = fault;
  const operation = suggest && "operation" in suggest ? await findOperation(suggest.operation) : undefined;
  return worded(
    fault,
    terminalSurface(() => operation),
  );
}
