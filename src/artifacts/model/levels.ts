/** The requirement levels of RFC 2119, the strongest first. */
export const levels = ["MUST", "SHOULD", "MAY"] as const;
export type Level = (typeof levels)[number];

const words: readonly (readonly [Level, RegExp])[] = [
  ["MUST", /\b(MUST|SHALL|REQUIRED)\b/],
  ["SHOULD", /\b(SHOULD|RECOMMENDED)\b/],
  ["MAY", /\b(MAY|OPTIONAL)\b/],
];

/** The strongest level that a text states; undefined when it states none. */
export function levelOf(text: string): Level | undefined {
  return words.find(([, pattern]) => pattern.test(text))?.[0];
}
