import type { MarkdownDocument } from "../../markdown/document.ts";
import { type Link, readLinks } from "../../markdown/inline/links.ts";
import { type Constraints, readConstraints } from "../model/constraints.ts";
import type { SourceDocument } from "../source.ts";

const links = new WeakMap<SourceDocument, DocumentLinks>();
const constraints = new WeakMap<SourceDocument, Constraints>();
const slugs = new WeakMap<SourceDocument, ReadonlySet<string>>();

/** Each target costs a few reads from disk. */
export const maxTargets = 1000;

interface DocumentLinks {
  /** In document order, up to the limit on distinct targets. */
  readonly followed: readonly Link[];
  /** The first link past the limit. */
  readonly beyond: Link | undefined;
}

/** Links that a reader can follow, without images and definitions. Read once per text. */
export function linksOf(source: SourceDocument): DocumentLinks {
  const cached = links.get(source);
  if (cached !== undefined) return cached;
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
  const cached = constraints.get(source);
  if (cached !== undefined) return cached;
  const read = readConstraints(source.markdown);
  constraints.set(source, read);
  return read;
}

/** The slugs of its headings, collected once per text. */
export function slugsOf(source: SourceDocument): ReadonlySet<string> {
  const cached = slugs.get(source);
  if (cached !== undefined) return cached;
  const all = new Set(source.markdown.headings.map((heading) => heading.slug));
  slugs.set(source, all);
  return all;
}

/** Guidance in an HTML comment. It stays in the document until someone has followed it. */
export interface Directive {
  readonly line: number;
  readonly text: string;
}

/** Every HTML comment of the body, in order. */
export function openDirectives(document: MarkdownDocument): Directive[] {
  return document.comments.map(({ line, text }) => ({ line, text }));
}
