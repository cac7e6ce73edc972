/** What spec-kit's templates leave for the author: `[FEATURE NAME]`, `[###-feature-name]`, `$ARGUMENTS`. */
const unfilledTitle = /^# .{0,300}?\[(?:FEATURE|CHECKLIST|PROJECT)[^\]\n]{0,200}\]/m;

/** Whether a document says nothing yet: empty, or a template whose title nobody has filled in. */
export function isUntouched(text: string): boolean {
  return text.trim() === "" || unfilledTitle.test(text);
}

/** Placeholders of the title lines that a finished document must not have any more. */
export function leftPlaceholders(text: string): string[] {
  return [...new Set(text.match(/\[FEATURE(?: NAME)?\]|\[###-feature-name\]|\[DATE\]|\$ARGUMENTS/g) ?? [])];
}

/** A person's words with nothing in them that reads as a placeholder or a marker of ours. */
export function withoutMarkers(words: string): string {
  return words
    .replace(/\[((?:NEEDS CLARIFICATION|FEATURE|DATE|###-feature-name)[^\]]{0,500})\]/g, "($1)")
    .replaceAll("$ARGUMENTS", "ARGUMENTS")
    .replace(/<!--/g, "(") // an open comment would hide all that follows
    .replace(/-->/g, ")");
}
