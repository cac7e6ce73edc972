/** A title that the author of a spec-kit template has to fill in. */
const unfilledTitle = /^# .{0,300}?\[(?:FEATURE|CHECKLIST|PROJECT)[^\]\n]{0,200}\]/m;

/** Whether a document is empty or a template whose title is not filled in. */
export function isUntouched(text: string): boolean {
  return text.trim() === "" || unfilledTitle.test(text);
}

/** Placeholders of spec-kit's templates that a finished document must not contain. */
export function remainingPlaceholders(text: string): string[] {
  return [
    ...new Set(text.match(/\[FEATURE(?:[ _][A-Z]+)?\]|\[###-feature-name\]|\[DATE\]|\$ARGUMENTS/g) ?? []),
  ];
}

/** A description without anything that we would read as a placeholder or a marker. */
export function withoutMarkers(description: string): string {
  return description
    .replace(/\[((?:NEEDS CLARIFICATION|FEATURE|DATE|###-feature-name)[^\]]{0,500})\]/g, "($1)")
    .replaceAll("$ARGUMENTS", "ARGUMENTS")
    .replace(/<!--/g, "(") // an open comment would hide everything after it
    .replace(/-->/g, ")");
}
