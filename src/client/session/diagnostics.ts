import { printable } from "../../kernel/text.ts";

/** Lines of a stack trace or a dump, which follow the cause of a crash but do not contain it. */
const stackLine =
  /^\s*at .+|^Node\.js v\d|^\s*\^+\s*$|^\s*[{}[\]]+,?\s*$|^\s+\w+: [^ ]+,?$|^node:internal|^(?:file|node):\S+:\d+$/;
const causeLine =
  /\b(?:\w*Error|error|fatal|unknown|cannot|could not|not found|denied|refused|missing|invalid|usage)\b/i;

/** What to show of a program's last lines on stderr: the cause, or the last lines that are not a stack trace. */
export function summarizeStderr(lines: readonly string[], maxLines = 3): string {
  const prose = lines.filter((line) => !stackLine.test(line));
  const candidates = prose.length > 0 ? prose : lines;
  const cause = candidates.filter((line) => causeLine.test(line)).slice(-1);
  return (cause.length > 0 ? cause : candidates.slice(-maxLines)).map((line) => line.trim()).join(" / ");
}

const maxStrayLines = 3;
const maxStrayCharacters = 80;

/** Output in place of messages. It shows which program was started instead of an agent. */
export class StrayOutput {
  readonly #lines: string[] = [];

  add(text: string): void {
    if (this.#lines.length < maxStrayLines) this.#lines.push(startOf(text));
  }

  /** A sentence with a space before it; empty if there was no such output. */
  summary(): string {
    return this.#lines.length === 0 ? "" : ` Instead of messages it printed: ${this.#lines.join(" / ")}.`;
  }
}

/** The start of a text on one line; the text may be megabytes long, or a whole web page. */
function startOf(text: string): string {
  const characters = [
    ...text
      .slice(0, 5 * maxStrayCharacters)
      .trim()
      .replace(/\s+/g, " "),
  ];
  const start = characters.slice(0, maxStrayCharacters).join("");
  return printable(characters.length > maxStrayCharacters ? `${start}…` : start);
}
