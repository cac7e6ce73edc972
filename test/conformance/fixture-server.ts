import { mcpCommand } from "../../src/cli/commands/mcp.ts";
import { allFlags } from "../../src/cli/commands.ts";
import { parseLine } from "../../src/cli/parse.ts";
import { reportFault } from "../../src/cli/report.ts";
import { processTerminal } from "../../src/cli/terminal/terminal.ts";
import { probeEntry } from "../support/probes.ts";
import { conformanceEntry } from "./fixtures.ts";

void main();

async function main(): Promise<void> {
  // `hewto mcp`, but with other tools: everything below the registry is the shipped code.
  const command = mcpCommand([conformanceEntry, probeEntry]);
  const terminal = processTerminal(true);
  const given = process.argv.slice(2);
  // These tools serve no workspace, so the server would list none of them by itself.
  const args = given.includes("--toolsets") ? given : [...given, "--toolsets", "all"];
  const line = parseLine(args, allFlags(command));
  process.exitCode = line.ok
    ? await command.run(line.value, terminal)
    : await reportFault(line.fault, terminal, false);
}
