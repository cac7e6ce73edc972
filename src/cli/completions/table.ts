import { sortedBy } from "../../kernel/order.ts";
import type { FlagSpec } from "../../operation/flags.ts";
import type { Command } from "../command.ts";
import { allFlags } from "../commands.ts";

/** What may follow the beginning of a command line. */
export interface Node {
  /** The words so far, `""` for none, else `specs show`. */
  readonly words: string;
  /** Words of commands, or what the command takes by position. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  readonly flags: readonly FlagSpec[];
  /** Whether a whole command has been said. */
  readonly isCommand: boolean;
}

/** The table of commands and flags, as a tree of words. */
export function completionTable(commands: readonly Command[]): Node[] {
  const shown = sortedBy(
    commands.filter(({ hidden }) => !hidden),
    ({ words }) => words,
  );
  const prefixes = new Set(shown.flatMap(({ words }) => prefixesOf(words)));
  return sortedBy(["", ...prefixes], (words) => words).map((words) => nodeAt(words, shown));
}

function nodeAt(words: string, commands: readonly Command[]): Node {
  const own = commands.find((command) => command.words === words);
  const start = words === "" ? "" : `${words} `;
  const next = new Map<string, string>();
  for (const command of commands.filter((other) => other.words !== words && other.words.startsWith(start))) {
    const [word = "", ...more] = command.words.slice(start.length).split(" ");
    if (!next.has(word) || more.length === 0)
      next.set(word, more.length === 0 ? command.summary : `${word} …`);
  }
  for (const choice of own?.choices ?? []) next.set(choice, "");
  return {
    words,
    next: [...next].map(([word, summary]) => ({ word, summary })),
    flags: own ? allFlags(own) : [],
    isCommand: own !== undefined,
  };
}

function prefixesOf(words: string): string[] {
  const parts = words.split(" ");
  return parts.map((_, at) => parts.slice(0, at + 1).join(" "));
}

/** As they are typed: `--no-color` for a flag that is on by default. */
export function flagWords(flags: readonly FlagSpec[]): { word: string; summary: string }[] {
  return flags.map(({ name, summary }) =>
    offFlags.has(name) ? { word: `--no-${name}`, summary } : { word: `--${name}`, summary },
  );
}

const offFlags = new Set(["color", "index"]);

/** Flags that take one of a few values, and those that take a folder or a file. */
export function valuesOf(flag: FlagSpec): readonly string[] | "path" | undefined {
  if (flag.kind === "boolean") return undefined;
  if (flag.choices) return flag.choices;
  return ["DIR", "FILE", "PATH"].includes(flag.value ?? "") ? "path" : [];
}

/** For a text between single quotes in bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
