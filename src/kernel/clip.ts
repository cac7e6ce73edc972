export interface Clipped<T> {
  readonly shown: T[];
  readonly total: number;
  /** How many were left out; 0 when everything is shown. */
  readonly leftOut: number;
}

/** The one place where lists are cut, so that every cut says what it left out. */
export function clip<T>(items: readonly T[], limit: number): Clipped<T> {
  const shown = items.slice(0, Math.max(0, limit));
  return { shown, total: items.length, leftOut: items.length - shown.length };
}

/** Cuts text at a whole character and says how much is missing. */
export function clipText(text: string, maxChars: number, more = "read the file for the rest"): string {
  if (text.length <= maxChars) return text;
  const start = wholeStart(text, maxChars);
  return `${start}\n… ${text.length - start.length} more characters; ${more}`;
}

/** Cuts text to at most `maxChars`, the `…` at its end included. */
export function clipLine(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${wholeStart(text, Math.max(0, maxChars - 1))}…`;
}

/** The first characters of a text, without half of a surrogate pair at the end. */
function wholeStart(text: string, maxChars: number): string {
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}
