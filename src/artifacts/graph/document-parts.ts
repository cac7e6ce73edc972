import { type Link, readLinks } from "../../markdown/inline/links.ts";
import { type Constraints, readConstraints } from "../model/constraints.ts";
import type { SourceDocument } from "../source.ts";

const links = new WeakMap<SourceDocument, FollowedLinks>();
const constraints = new WeakMap<SourceDocument, Constraints>();
const slugs = new WeakMap<SourceDocument, ReadonlySet<string>>();

/** Each target costs a few looks at the disk. */
export const maxTargets = 1000;

interface FollowedLinks {
  /** In document order, up to the first that would be one target too many. */
  readonly followed: readonly Link[];
  readonly beyond: Link | undefined;
}

/** Links that a reader can follow; images and definitions are none. Read once per text. */
export function linksOf(source: SourceDocument): FollowedLinks {
  const known = links.get(source);
  if (known !== undefined) return known;
  const all = readLinks(source.markdown).filter((link) => link.kind === "link" || link.kind === "autolink");
  const targets = new Set<string>();
  const end = all.findIndex(({ target = "" }) => targets.add(target).size > maxTargets);
  const read =
    end < 0 ? { followed: all, beyond: undefined } : { followed: all.slice(0, end), beyond: all[end] };
  links.set(source, read);
  return read;
}

/** The constraint groups of a document, read once per text. */
export function constraintsOf(source: SourceDocument): Constraints {
  const known = constraints.get(source);
  if (known !== undefined) return known;
  const read = readConstraints(source.markdown);
  constraints.set(source, read);
  return read;
}

/** The slugs of its headings, gathered once per text. */
export function slugsOf(source: SourceDocument): ReadonlySet<string> {
  const known = slugs.get(source);
  if (known !== undefined) return known;
  const gathered = new Set(source.markdown.headings.map((heading) => heading.slug));
  slugs.set(source, gathered);
  return gathered;
}
