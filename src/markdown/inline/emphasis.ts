/** A run of `*`, `_` or `~` that may open or close emphasis. */
interface Delimiter {
  readonly char: string;
  readonly originalLength: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  start: number;
  length: number;
}

/**
 * Calls `remove` for every mark that CommonMark would take as emphasis, strong emphasis or strikethrough
 * (`~~`), and leaves stars and underscores that are text. `isText` says which characters may be marks.
 */
export function findEmphasis(
  text: string,
  isText: (index: number) => boolean,
  remove: (start: number, end: number) => void,
): void {
  const openers = new Openers();
  for (const run of delimiterRuns(text, isText)) {
    while (run.canClose && run.length > 0) {
      const opener = openers.take(run);
      if (opener === undefined) break;
      const used = markLength(opener, run);
      opener.length -= used;
      remove(opener.start + opener.length, opener.start + opener.length + used);
      remove(run.start, run.start + used);
      run.start += used;
      run.length -= used;
      if (opener.length > 0) openers.push(opener);
    }
    if (run.canOpen && run.length > 0) openers.push(run);
  }
}

/** The runs that could still be closed, with a memory of failed searches that keeps the whole linear. */
class Openers {
  private readonly stack: Delimiter[] = [];
  /** For each sort of closer, the height below which no opener fits it. */
  private readonly bottoms = new Map<string, number>();

  push(run: Delimiter): void {
    this.stack.push(run);
  }

  /** The nearest run that the closer fits; runs between them can no longer open anything. */
  take(closer: Delimiter): Delimiter | undefined {
    const sort = `${closer.char}${closer.canOpen}${closer.originalLength % 3}`;
    const bottom = this.bottoms.get(sort) ?? 0;
    for (let index = this.stack.length - 1; index >= bottom; index--) {
      const opener = this.stack[index];
      if (opener === undefined || !fits(opener, closer)) continue;
      this.stack.length = index;
      for (const [key, height] of this.bottoms) this.bottoms.set(key, Math.min(height, index));
      return opener;
    }
    this.bottoms.set(sort, this.stack.length);
    return undefined;
  }
}

function fits(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char) return false;
  if (opener.char === "~") return true;
  const sum = opener.originalLength + closer.originalLength;
  if (!(opener.canClose || closer.canOpen) || sum % 3 !== 0) return true;
  return opener.originalLength % 3 === 0 && closer.originalLength % 3 === 0;
}

function markLength(opener: Delimiter, closer: Delimiter): number {
  return opener.length >= 2 && closer.length >= 2 ? 2 : 1;
}

function* delimiterRuns(text: string, isText: (index: number) => boolean): Generator<Delimiter> {
  const runs = /\*+|_+|~+/g;
  for (let match = runs.exec(text); match !== null; match = runs.exec(text)) {
    const end = match.index + match[0].length;
    // The first mark of a run may be escaped, and a run in code is text altogether.
    let start = match.index;
    while (start < end && !isText(start)) start++;
    const length = end - start;
    if (length === 0) continue;
    const char = match[0].charAt(0);
    if (char === "~" && length !== 2) continue;
    yield { char, start, length, originalLength: length, ...flanks(text, start, end, char) };
  }
}

/** Whether a run may open and may close, from the characters on both sides of it. */
function flanks(
  text: string,
  start: number,
  end: number,
  char: string,
): { canOpen: boolean; canClose: boolean } {
  const before = charSort(start === 0 ? "" : codePointBefore(text, start));
  const after = charSort(end >= text.length ? "" : String.fromCodePoint(text.codePointAt(end) ?? 0x20));
  const left = after !== "space" && (after !== "mark" || before !== "letter");
  const right = before !== "space" && (before !== "mark" || after !== "letter");
  if (char !== "_") return { canOpen: left, canClose: right };
  return { canOpen: left && (!right || before === "mark"), canClose: right && (!left || after === "mark") };
}

function charSort(char: string): "space" | "mark" | "letter" {
  if (char === "" || /\s/.test(char)) return "space";
  return /[\p{P}\p{S}]/u.test(char) ? "mark" : "letter";
}

function codePointBefore(text: string, index: number): string {
  const code = text.charCodeAt(index - 1);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return isLow && index > 1 ? text.slice(index - 2, index) : text.slice(index - 1, index);
}
