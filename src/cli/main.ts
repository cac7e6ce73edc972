import { catalog } from "../catalog.ts";
import { fault, faultOf } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { version } from "../kernel/version.ts";
import { debugTrace } from "../operation/invoke.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import type { Command } from "./command.ts";
import { allCommands, allFlags, matchCommand, ownCommand, ownWords, toolsetCommands } from "./commands.ts";
import { commandHelp, familyHelp, overview } from "./help.ts";
import { noProject } from "./open.ts";
import { parseLine } from "./parse.ts";
import { reportFault } from "./report.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Runs one command line and gives its exit code. */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(words, terminal);
  } catch (thrown) {
    const trace = debugTrace(thrown, terminal.env);
    if (trace !== undefined) terminal.err(`${trace}\n`);
    const { recordBug } = await import("../workspace/state/bug-log.ts");
    recordBug(thrown, terminal.env);
    return reportFault(faultOf(thrown), terminal, false);
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  const first = words[0];
  if (first === "--version" || first === "-V" || first === "version") {
    terminal.out(`${version}\n`);
    return 0;
  }
  if (first === "help" && words.length > 1) return dispatch([...words.slice(1), "--help"], terminal);
  if (first === undefined && (await hasStatus(terminal))) return dispatch(["status"], terminal);
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    terminal.out(overview(await allCommands(), terminal.style));
    return first === undefined ? 2 : 0;
  }
  if (first.startsWith("-")) return commandFirst(first, terminal);
  const commands = await toolsetCommands(first);
  const match = matchCommand(words, commands);
  if (match) return runCommand(match.command, match.rest, terminal, commands);
  const own = await ownCommand(first);
  if (own) return runCommand(own, words.slice(1), terminal, commands);
  if (commands.length > 0 && (words.length === 1 || words.includes("--help") || words.includes("-h"))) {
    terminal.out(familyHelp(first, commands, terminal.style));
    return words.length === 1 ? 2 : 0;
  }
  return unknownCommand(words, commands, terminal);
}

/** `hewto` alone shows the status of a project, and the help everywhere else. */
async function hasStatus(terminal: Terminal): Promise<boolean> {
  const workspace = await openWorkspace(terminal.cwd);
  if (!workspace.ok || (await noProject(workspace.value, terminal.env)) !== undefined) return false;
  const { isWorthShowing } = await import("../project/status/worth-showing.ts");
  return isWorthShowing(workspace.value);
}

async function runCommand(
  command: Command,
  words: readonly string[],
  terminal: Terminal,
  relatives: readonly Command[] = [],
): Promise<number> {
  const line = parseLine(words, allFlags(command));
  if (!line.ok) return reportFault(line.fault, terminal, words.includes("--json"));
  const isHead = relatives.some((other) => other.words.startsWith(`${command.words} `));
  if (line.value.flags.help === true) {
    const family = isHead ? `\n${familyHelp(command.words, relatives, terminal.style)}` : "";
    terminal.out(commandHelp(command, terminal.style) + family);
    return 0;
  }
  const { positionals } = line.value;
  if (command.usage !== "" || positionals.length === 0) return command.run(line.value, terminal);
  // A word behind the head of a family that takes none is a command of the family, spelled wrong.
  if (isHead) return unknownCommand([command.words, ...positionals], relatives, terminal);
  return unexpected(command, positionals, terminal, line.value.flags.json === true);
}

async function unexpected(
  command: Command,
  words: readonly string[],
  terminal: Terminal,
  json: boolean,
): Promise<number> {
  const message = `\`hewto ${command.words}\` does not take \`${words.join(" ")}\`.`;
  const remedy = `Usage: hewto ${command.words} [flags]. See --help.`;
  return reportFault(fault("invalid_argument", message, remedy), terminal, json);
}

async function commandFirst(flag: string, terminal: Terminal): Promise<number> {
  const message = `A command comes first, then its flags; got ${flag}.`;
  const remedy = "Run `hewto --help` to see all commands.";
  return reportFault(fault("unknown_command", message, remedy), terminal, false);
}

async function unknownCommand(
  words: readonly string[],
  family: readonly Command[],
  terminal: Terminal,
): Promise<number> {
  const known = [
    ...ownWords,
    ...catalog.flatMap((entry) => entry.commands),
    ...family.map((command) => command.words),
  ].filter((name) => name !== words[0]);
  const said = words.filter((word) => !word.startsWith("-")).join(" ") || words.join(" ");
  // The arguments of a misspelled command say nothing about which command was meant.
  const hint = didYouMean(said, known) || didYouMean(words[0] ?? "", known);
  const remedy = [hint, "Run `hewto --help` to see all commands."].filter(Boolean).join(" ");
  return reportFault(
    fault("unknown_command", `There is no command \`hewto ${said}\`.`, remedy),
    terminal,
    false,
  );
}
