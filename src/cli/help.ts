import { sortedBy } from "../kernel/order.ts";
import { version } from "../kernel/version.ts";
import type { FlagSpec } from "../operations/flags.ts";
import type { Style } from "../operations/style.ts";
import type { Command } from "./command.ts";
import { allFlags } from "./commands.ts";

/** `hewto --help`: fits a screen, so that a family of commands is one line that names its members. */
export function overview(commands: readonly Command[], style: Style): string {
  const families = new Map<string, Command[]>();
  for (const command of commands.filter((candidate) => !candidate.hidden)) {
    const [word = ""] = command.words.split(" ");
    families.set(word, [...(families.get(word) ?? []), command]);
  }
  const rows = sortedBy(families, ([word]) => word).map(([word, family]) => ({
    word,
    text: familyLine(word, family),
  }));
  const width = Math.max(...rows.map((row) => row.word.length)) + 2;
  return [
    `${style.bold("hewto")} ${version}: keeps code and its specifications matched`,
    "",
    "Usage: hewto COMMAND [--workspace DIR] [--json] [--no-color]",
    "",
    ...rows.flatMap(({ word, text }) => wrapped(word, text, width, style)),
    "",
    "hewto COMMAND --help tells more about one command or family.",
    "",
  ].join("\n");
}

function familyLine(word: string, family: readonly Command[]): string {
  const [only] = family;
  if (family.length === 1 && only?.words === word) return only.summary;
  const members = family.map((command) => command.words.slice(word.length + 1)).filter((name) => name !== "");
  return [...new Set(members.map((name) => name.split(" ")[0]))].join(", ");
}

/** A row whose right half is broken between words, under itself. */
function wrapped(left: string, right: string, width: number, style: Style): string[] {
  const room = Math.max(30, Math.min(style.width, 100) - width - 2);
  const lines = [""];
  for (const word of right.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > room) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line, index) => `  ${style.accent((index === 0 ? left : "").padEnd(width))}${line}`);
}

/** `hewto specs --help`, where the words name a family of commands. */
export function familyHelp(word: string, commands: readonly Command[], style: Style): string {
  const family = commands.filter((command) => command.words === word || command.words.startsWith(`${word} `));
  const rows = sortedBy(family, (command) => command.words);
  return [
    `Usage: hewto ${word} COMMAND [--workspace DIR] [--json] [--no-color]`,
    "",
    ...rows.flatMap((command) => [style.accent(usage(command)), `    ${command.summary}`]),
    "",
    `hewto ${word} COMMAND --help tells its flags.`,
    "",
  ].join("\n");
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
