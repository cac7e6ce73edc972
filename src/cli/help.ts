import { sortedBy } from "../kernel/order.ts";
import { count } from "../kernel/text.ts";
import { version } from "../kernel/version.ts";
import type { FlagSpec } from "../operation/flags.ts";
import type { Style } from "../operation/style.ts";
import type { Command } from "./command.ts";
import { allFlags } from "./commands.ts";

/** Families of commands, in the order in which a newcomer meets them. The names of others come last. */
const groups: readonly (readonly [title: string, words: readonly string[]])[] = [
  ["Get started", ["init", "install", "doctor", "web", "tui", "mcp"]],
  ["Everyday", ["status", "work", "check", "search", "research", "index"]],
  ["Specs, changes, artifacts, skills", ["specs", "changes", "artifacts", "skills", "reviews", "run"]],
  ["Requirements and their tests", ["trace", "link", "evidence", "prove"]],
  ["One index for a team", ["store", "worker", "serve"]],
];

/** `hewto --help`: fits a screen, so a family of commands is one line. */
export function overview(commands: readonly Command[], style: Style): string {
  const families = new Map<string, Command[]>();
  for (const command of commands.filter((candidate) => !candidate.hidden)) {
    const [word = ""] = command.words.split(" ");
    families.set(word, [...(families.get(word) ?? []), command]);
  }
  const width = Math.max(...[...families.keys()].map((word) => word.length)) + 2;
  const listed = new Set(groups.flatMap(([, words]) => words));
  const rest = [...families.keys()].filter((word) => !listed.has(word));
  const blocks = groups.flatMap(([title, words]) => {
    const lines = words.flatMap((word) => {
      const family = families.get(word);
      return family ? [row(word, family, width, style)] : [];
    });
    return lines.length === 0 ? [] : [style.bold(title), ...lines];
  });
  const others = wrapped(sortedBy(rest, (word) => word).join(", "), room(style, 2));
  return [
    `${style.bold("hewto")} ${version}: keeps code and its specifications in sync`,
    "Usage: hewto COMMAND [--workspace DIR] [--json] [--no-color]",
    "",
    ...blocks,
    style.bold("More"),
    ...others.map((line) => `  ${line}`),
    "Run `hewto COMMAND --help` for details. New here? Try `hewto init`.",
    "",
  ].join("\n");
}

/** A command by its summary, a family by as many of its members as fit the line. */
function row(word: string, family: readonly Command[], width: number, style: Style): string {
  const space = room(style, width + 2);
  const [only] = family;
  const isAlone = family.length === 1 && only?.words === word;
  const text = isAlone ? cut(only.summary, space) : fitting(members(word, family), space);
  return `  ${style.accent(word.padEnd(width))}${text}`;
}

/** `list, show and 3 more`. */
function fitting(names: readonly string[], width: number): string {
  for (let shown = names.length; shown > 0; shown--) {
    const rest = names.length - shown;
    const text = names.slice(0, shown).join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
    if (text.length <= width) return text;
  }
  return count(names.length, "command");
}

/** The second words of a family, after the choices of the command that has none. */
function members(word: string, family: readonly Command[]): string[] {
  const choices = family.flatMap((command) => (command.words === word ? (command.choices ?? []) : []));
  const names = family.map((command) => command.words.slice(word.length + 1)).filter((name) => name !== "");
  return [...new Set([...choices, ...names.map((name) => name.split(" ", 1).join(""))])];
}

function cut(text: string, width: number): string {
  const plain = text.replace(/\.$/, "");
  return plain.length <= width ? plain : `${plain.slice(0, width - 1).replace(/[\s,;:]+\S*$/, "")} …`;
}

/** `hewto specs --help`, where the words name a family of commands. */
export function familyHelp(word: string, commands: readonly Command[], style: Style): string {
  const family = commands.filter((command) => command.words === word || command.words.startsWith(`${word} `));
  const rows = sortedBy(family, (command) => command.words);
  return [
    `Usage: hewto ${word} COMMAND [--workspace DIR] [--json] [--no-color]`,
    "",
    ...rows.flatMap((command) => [
      style.accent(usage(command)),
      ...wrapped(command.summary, room(style, 4)).map((line) => `    ${line}`),
    ]),
    "",
    `Run \`hewto ${word} COMMAND --help\` to list its flags.`,
    "",
  ].join("\n");
}

export function commandHelp(command: Command, style: Style): string {
  const rows = allFlags(command).map((flag) => ({ left: flagUsage(flag), right: flag.summary }));
  // A flag that lists its choices may be as wide as the screen; its meaning then goes below it.
  const width = Math.min(Math.max(...rows.map((flag) => flag.left.length)) + 2, widestFlag);
  return [
    ...wrapped(command.summary, room(style, 0)),
    "",
    `Usage: ${usage(command)} [flags]`,
    "",
    ...rows.flatMap(({ left, right }) => flagRows(left, right, width, style)),
    ...(command.examples ? ["", "Examples:", ...command.examples.map((line) => `  hewto ${line}`)] : []),
    "",
  ].join("\n");
}

const widestFlag = 30;

function flagRows(left: string, right: string, width: number, style: Style): string[] {
  const lines = wrapped(right, room(style, width + 2));
  const isTooWide = left.length > width - 2;
  const margin = " ".repeat(width + 2);
  const [first = "", ...others] = lines;
  const head = isTooWide
    ? [`  ${style.accent(left)}`, `${margin}${first}`]
    : [`  ${style.accent(left.padEnd(width))}${first}`];
  return [...head, ...others.map((line) => `${margin}${line}`)];
}

/** Lines broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

function room(style: Style, margin: number): number {
  return Math.max(30, Math.min(style.width, 100) - margin);
}

function usage(command: Command): string {
  return ["hewto", command.words, command.usage].filter(Boolean).join(" ");
}

function flagUsage(flag: FlagSpec): string {
  if (flag.kind === "boolean") return flag.short ? `--${flag.name}, -${flag.short}` : `--${flag.name}`;
  return `--${flag.name} ${flag.choices?.join("|") ?? flag.value ?? "TEXT"}`;
}
