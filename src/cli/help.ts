import { sortedBy } from "../kernel/order.ts";
import { version } from "../kernel/version.ts";
import type { FlagSpec } from "../operations/flags.ts";
import type { Style } from "../operations/style.ts";
import type { Command } from "./command.ts";
import { allFlags } from "./commands.ts";

/** `hewto --help`: every command in one line each. */
export function overview(commands: readonly Command[], style: Style): string {
  const shown = sortedBy(
    commands.filter((command) => !command.hidden),
    (command) => command.words,
  );
  const width = Math.max(...shown.map((command) => command.words.length)) + 2;
  return [
    `${style.bold("hewto")} ${version}: keeps code and its specifications matched`,
    "",
    "Usage: hewto COMMAND [--workspace DIR] [--json] [--no-color]",
    "",
    ...shown.map((command) => `  ${style.accent(command.words.padEnd(width))}${command.summary}`),
    "",
    "hewto COMMAND --help tells more about one command.",
    "",
  ].join("\n");
}

/** `hewto specs --help`, where the words name a family of commands. */
export function familyHelp(word: string, commands: readonly Command[], style: Style): string {
  const family = commands.filter((command) => command.words === word || command.words.startsWith(`${word} `));
  const width = Math.max(...family.map((command) => usage(command).length)) + 2;
  const rows = family.map((command) => `  ${style.accent(usage(command).padEnd(width))}${command.summary}`);
  return [...rows, ""].join("\n");
}

export function commandHelp(command: Command, style: Style): string {
  const flags = allFlags(command).map((flag) => ({ left: flagUsage(flag), right: flag.summary }));
  const width = Math.max(...flags.map((flag) => flag.left.length)) + 2;
  return [
    command.summary,
    "",
    `Usage: ${usage(command)} [flags]`,
    "",
    ...flags.map((flag) => `  ${style.accent(flag.left.padEnd(width))}${flag.right}`),
    "",
  ].join("\n");
}

function usage(command: Command): string {
  return ["hewto", command.words, command.usage].filter(Boolean).join(" ");
}

function flagUsage(flag: FlagSpec): string {
  if (flag.kind === "boolean") return flag.short ? `--${flag.name}, -${flag.short}` : `--${flag.name}`;
  return `--${flag.name} ${flag.value ?? "TEXT"}`;
}
