import { clipLine } from "../../kernel/clip.ts";
import { printableLine } from "../../kernel/text.ts";
import { askLine } from "./ask-line.ts";
import { parsePicks } from "./picks.ts";
import type { Terminal } from "./terminal.ts";

/** A numbered list, and a line with the numbers to take. Asked again until it can be read. */
export async function askChoices(
  terminal: Terminal,
  question: string,
  choices: readonly { readonly id: string; readonly note: string }[],
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const width = Math.max(...choices.map(({ id }) => id.length));
  const room = Math.max(20, terminal.errStyle.width - width - 8);
  const lines = choices.map(({ id, note }, index) => {
    const number = String(index + 1).padStart(String(choices.length).length);
    return `  ${number}. ${printableLine(id).padEnd(width)}  ${clipLine(printableLine(note), room)}`;
  });
  terminal.err(`${question}\n${lines.join("\n")}\n`);
  for (;;) {
    const typed = await askLine(terminal, "Numbers such as 1,3-5, `all`, or nothing to stop: ", signal);
    if (typed === undefined || typed.trim() === "") return undefined;
    const picks = parsePicks(typed, choices.length);
    if (picks !== undefined) return picks.flatMap((index) => choices[index]?.id ?? []);
    terminal.err(`Type numbers from 1 to ${choices.length}.\n`);
  }
}
