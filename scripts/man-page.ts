import type { Command } from "../src/cli/command.ts";
import { allFlags } from "../src/cli/commands.ts";
import type { FlagSpec } from "../src/operation/flags.ts";

/** `man hewto`: every command with its flags, in the macros of man(7). No date or version, so that it changes only with the table. */
export function manPage(commands: readonly Command[], flagText: (flag: FlagSpec) => string): string {
  const common = new Set(["workspace", "json", "color", "help"]);
  const sections = commands.flatMap((command) => {
    const title = ["hewto", command.words, command.usage].filter(Boolean).join(" ");
    const flags = allFlags(command).filter((flag) => !common.has(flag.name));
    return [
      `.SS "${quoted(title)}"`,
      plain(command.summary),
      ...flags.flatMap((flag) => [".TP", `.B ${plain(flagText(flag))}`, plain(flag.summary)]),
    ];
  });
  return [
    '.\\" Generated from the operations table by `npm run gen`; edit the table, not this page.',
    '.TH HEWTO 1 "" "Hewto" "User Commands"',
    ".SH NAME",
    "hewto \\- keep code and its specifications in sync",
    ".SH SYNOPSIS",
    ".B hewto",
    ".I COMMAND",
    "[\\-\\-workspace DIR] [\\-\\-json] [\\-\\-no\\-color]",
    ".SH DESCRIPTION",
    "Without a command, says what the repository has, what is in flight, what is wrong, and what to do next.",
    "Every command accepts \\-\\-workspace DIR, \\-\\-json, \\-\\-no\\-color and \\-\\-help.",
    ".SH COMMANDS",
    ...sections,
    ".SH EXIT STATUS",
    ...[
      ["0", "success"],
      ["1", "findings or a failed run"],
      ["2", "wrong usage"],
      ["3", "something needed is missing"],
      ["124", "timeout"],
      ["130", "canceled"],
    ].flatMap(([code, meaning]) => [".TP", `.B ${code}`, meaning ?? ""]),
    ".SH FILES",
    "hewto.toml in the project and config.toml in the user's configuration folder; both are optional.",
    "",
  ].join("\n");
}

/** Text of troff: hyphens are minus signs, and no line starts a request. */
function plain(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("\n", " ");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function quoted(text: string): string {
  return plain(text).replaceAll('"', "\\(dq");
}
