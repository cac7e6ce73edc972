import type { MarkdownDocument } from "./document.ts";
import type { Heading } from "./headings.ts";

/** The headings above a line, outermost first. Query lines in ascending order. */
export function headingPaths(document: MarkdownDocument): (line: number) => readonly string[] {
  const open: Heading[] = [];
  let next = 0;
  let path: readonly string[] = [];
  return (line) => {
    for (let heading = document.headings[next]; heading !== undefined && heading.line <= line; ) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= heading.level) open.pop();
      open.push(heading);
      path = open.map((each) => each.text);
      heading = document.headings[++next];
    }
    return path;
  };
}
