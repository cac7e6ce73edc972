import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import type { Command } from "../command.ts";
import { allCommands } from "../commands.ts";
import { bashScript } from "../completions/bash.ts";
import { fishScript } from "../completions/fish.ts";
import { completionTable, type Node } from "../completions/table.ts";
import { zshScript } from "../completions/zsh.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";

const shells: Readonly<Record<string, (table: readonly Node[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `hewto completions SHELL`: a script made from the same table as the help. */
export function completionsCommand(): Command {
  return {
    words: "completions",
    summary: "Print shell completions: source <(hewto completions bash)",
    usage: "SHELL",
    choices: Object.keys(shells),
    flags: [],
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const name = line.positionals.join(" ");
  const script = Object.hasOwn(shells, name) ? shells[name] : undefined;
  if (script === undefined) {
    const known = Object.keys(shells);
    const message = name === "" ? "Which shell?" : `There are no completions for \`${name}\`.`;
    const remedy = `${didYouMean(name, known)} Known: ${known.join(", ")}.`.trim();
    return reportFault(fault("invalid_argument", message, remedy), terminal, line.flags.json === true);
  }
  const text = script(completionTable(await allCommands()));
  terminal.out(
    line.flags.json === true ? `${JSON.stringify({ shell: name, script: text }, null, 2)}\n` : text,
  );
  return 0;
}
