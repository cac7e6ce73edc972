import { counts, type Link } from "../links/model.ts";

import type { NodeChanges } from "../model/renames.ts";

/** How tests and code of a link compare with the base. */
export type Moved = "same" | "moved";

export interface SuspicionInputs {
  readonly changes: Pick<NodeChanges, "moved">;
  readonly linksOf: (address: string) => readonly Link[];
  readonly movedOf: (link: Link) => Moved;
}

/**
 * Leaves whose text moved while nothing that verifies them did. If a linked test or check moved too, both were in the
 * author's hands and there is no doubt. By address.
 */
export function suspicions({ changes, linksOf, movedOf }: SuspicionInputs): Map<string, string> {
  const found = new Map<string, string>();
  for (const { to } of changes.moved) {
    const links = linksOf(to.address).filter(counts);
    if (links.length === 0 || links.some((link) => movedOf(link) !== "same")) continue;
    const what = links.some(({ test }) => test !== undefined) ? "its tests did not" : "its checks did not";
    found.set(to.address, `the text changed, ${what}`);
  }
  return found;
}
