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
  const lastKept = text.charCodeAt(maxChars - 1);
  const splitsPair = lastKept >= 0xd800 && lastKept <= 0xdbff;
  const kept = text.slice(0, splitsPair ? maxChars - 1 : maxChars);
  return `${kept}\n… ${text.length - kept.length} more characters; ${more}`;
}
