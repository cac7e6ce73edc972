import { type Link, readLinks } from "../markdown/links.ts";
import { type Constraints, readConstraints } from "./constraints.ts";
import type { SourceDocument } from "./source.ts";

const links = new WeakMap<SourceDocument, readonly Link[]>();
const constraints = new WeakMap<SourceDocument, Constraints>();
const slugs = new WeakMap<SourceDocument, ReadonlySet<string>>();

/** Links that a reader can follow, in document order; images and definitions are none. Read once per text. */
export function linksOf(source: SourceDocument): readonly Link[] {
  const known = links.get(source);
  if (known !== undefined) return known;
  const read = readLinks(source.markdown).filter((link) => link.kind === "link" || link.kind === "autolink");
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
