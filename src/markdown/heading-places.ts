import type { Heading } from "./headings.ts";

/** The parent of each heading, in one pass. */
export function parentHeadings(headings: readonly Heading[]): ReadonlyMap<Heading, Heading> {
  const parents = new Map<Heading, Heading>();
  const open: Heading[] = [];
  for (const heading of headings) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const parent = open.at(-1);
    if (parent !== undefined) parents.set(heading, parent);
    open.push(heading);
  }
  return parents;
}

/** The last heading at or above a line; undefined above the first. */
export function headingAt(headings: readonly Heading[], line: number): Heading | undefined {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1];
}
