/** How far below a tag its test can begin. */
const maxLines = 12;

/** Blank lines, comments and further tags between a tag and its test. `#[…]` is an attribute of Rust. */
const comment = /^\s*(?:$|\/\/|\/?\*|#(?!\[)|--|;|"""|''')/;

/** Marks in front of a test: annotations and attributes. */
const mark = /^\s*(?:@|#\[|\[)/;

const skips: readonly RegExp[] = [
  /\b(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.(?:skip|todo)\b/,
  /\bx(?:it|test|describe|specify)\s*\(/,
  /@(?:pytest\.mark\.skip|unittest\.skip|skip)\b(?!if)/i,
  /@(?:Disabled|Ignore|Ignored)\b/,
  /#\[ignore\b/,
  /\[(?:Ignore|Fact\([^)]{0,200}Skip|Theory\([^)]{0,200}Skip)/,
];

/**
 * Whether the test below a tag is marked as skipped in its own text. A look at the lines, not at the language: a skip
 * that is decided at run time is not seen.
 */
export function isSkippedBelow(text: string, from: number): boolean {
  let start = lineEnd(text, from);
  for (let line = 0; line < maxLines && start < text.length; line++) {
    const end = lineEnd(text, start);
    const code = text.slice(start, Math.min(end, start + 400));
    start = end;
    if (comment.test(code)) continue;
    if (skips.some((skip) => skip.test(code))) return true;
    if (!mark.test(code)) return false;
  }
  return false;
}

/** The start of the next line. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}
