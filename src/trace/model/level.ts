import { findWord } from "../../specs/vocabulary.ts";

export type Level = "MUST" | "SHOULD" | "MAY";

const patterns: readonly (readonly [Level, RegExp])[] = [
  ["MUST", /\b(?:MUST|SHALL|REQUIRED)\b/],
  ["SHOULD", /\b(?:SHOULD|RECOMMENDED)\b/],
  ["MAY", /\b(?:MAY|OPTIONAL)\b/],
];

/** The strongest level of a text. Words of other languages for MUST come from the vocabulary of the project. */
export function levelOf(text: string, normative: readonly string[]): Level | undefined {
  const level = patterns.find(([, pattern]) => pattern.test(text))?.[0];
  if (level === "MUST" || findWord(text, normative) === undefined) return level;
  return "MUST";
}
