import { type Fault, faultText } from "../kernel/fault.ts";
import { exitCodeOf } from "../kernel/fault-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Tells what went wrong on stderr (and as JSON on stdout when asked) and gives the exit code. */
export function reportFault(given: Fault, terminal: Terminal, json: boolean): number {
  const fault = forPeople(given);
  if (json) terminal.out(`${JSON.stringify({ error: fault }, null, 2)}\n`);
  terminal.err(`${terminal.errStyle.bad("hewto:")} ${faultText(fault)}\n`);
  return exitCodeOf(fault.code);
}

/** The tool's sentence is its contract's; a person has a command and no tool. */
function forPeople(fault: Fault): Fault {
  const isForTools = fault.code === "index_missing" && fault.remedy.includes("index_codebase");
  if (isForTools)
    return { ...fault, remedy: `Run \`hewto index\` ${fault.path === undefined ? "once" : "there first"}.` };
  const isBarePath = fault.code === "path_not_found" && fault.remedy === "";
  return isBarePath ? { ...fault, remedy: "Name an existing directory." } : fault;
}
