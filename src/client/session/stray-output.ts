import { printable } from "../../kernel/text.ts";

const MOST_LINES = 3;
const MOST_CHARACTERS = 80;

/** What comes where messages come and is none: who starts a program that is no agent knows it by its own words. */
export interface Noise {
  readonly add: (text: string) => void;
  /** A sentence with a space before it; empty when there was none. */
  readonly told: () => string;
}

export function listenForNoise(): Noise {
  const lines: string[] = [];
  return {
    add: (text) => {
      if (lines.length < MOST_LINES) lines.push(beginningOf(text));
    },
    told: () => (lines.length === 0 ? "" : ` Instead of messages it printed: ${lines.join(" / ")}.`),
  };
}

/** Enough to know a line by, on one line: it may have megabytes, and a page that came instead many lines. */
function beginningOf(text: string): string {
  const characters = [
    ...text
      .slice(0, 5 * MOST_CHARACTERS)
      .trim()
      .replace(/\s+/g, " "),
  ];
  const shown = characters.slice(0, MOST_CHARACTERS).join("");
  return printable(characters.length > MOST_CHARACTERS ? `${shown}…` : shown);
}
