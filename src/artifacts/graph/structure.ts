import { nearest } from "../../kernel/nearest.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { headingAt, parentHeadings } from "../../markdown/heading-places.ts";
import type { Heading } from "../../markdown/headings.ts";
import type { Prefixes } from "../checks/content.ts";
import { followLink } from "../locate/destination.ts";
import { conceptFailure } from "../model/faults.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { constraintsOf, linksOf } from "./document-parts.ts";

export const relationKinds = [
  "HeadingToArtifact",
  "HeadingToHeading",
  "HeadingToFile",
  "ConstraintToHeading",
  "ParentToChild",
] as const;

/** A relation between parts of a document. Nodes are `path#slug`, `path` and `path!group`. */
export interface Relation {
  readonly kind: (typeof relationKinds)[number];
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** A broken link. It is reported with the reason, never dropped. */
export interface InvalidRelation {
  readonly from: string;
  readonly destination: string;
  readonly reason: string;
  readonly line: number;
}

export interface HeadingEntry {
  readonly slug: string;
  readonly title: string;
  readonly level: number;
  readonly line: number;
  readonly end_line: number;
  readonly role?: "concept" | "entity";
  readonly parent?: string;
  readonly constraints: readonly string[];
}

/** The headings of a document with their constraint groups. */
export function headingEntries(source: SourceDocument, prefixes: Prefixes): HeadingEntry[] {
  const { headings } = source.markdown;
  const parents = parentHeadings(headings);
  const constraints = new Map<Heading | undefined, string[]>();
  for (const { owner, id } of constraintsOf(source).groups) {
    const ids = constraints.get(owner);
    if (ids === undefined) constraints.set(owner, [id]);
    else ids.push(id);
  }
  return headings.map((heading) => {
    return {
      slug: heading.slug,
      title: heading.text,
      level: heading.level,
      line: heading.line,
      end_line: heading.endLine,
      role: roleOf(heading, prefixes),
      parent: parents.get(heading)?.slug,
      constraints: constraints.get(heading) ?? [],
    };
  });
}

/** The relationship graph of one document: its headings, constraint groups and links. */
export async function relationsOf(
  snapshot: FileSnapshot,
  source: SourceDocument,
): Promise<{ relations: Relation[]; invalid: InvalidRelation[] }> {
  const { headings } = source.markdown;
  const node = (heading: Heading | undefined) =>
    heading === undefined ? source.path : `${source.path}#${heading.slug}`;
  const parents = parentHeadings(headings);
  const relations: Relation[] = headings.flatMap((heading): Relation[] => {
    const parent = parents.get(heading);
    const { line } = heading;
    const up: Relation[] =
      parent === undefined ? [] : [{ kind: "ParentToChild", from: node(parent), to: node(heading), line }];
    return [{ kind: "HeadingToArtifact", from: node(heading), to: source.path, line }, ...up];
  });
  for (const { id, owner, line } of constraintsOf(source).groups) {
    relations.push({ kind: "ConstraintToHeading", from: `${source.path}!${id}`, to: node(owner), line });
  }
  const invalid: InvalidRelation[] = [];
  for (const link of linksOf(source).followed) {
    const from = node(headingAt(headings, link.line));
    const destination = await followLink(snapshot, source, link.target ?? "");
    const { line } = link;
    if (destination.type === "invalid") {
      invalid.push({ from, destination: link.target ?? link.label ?? "", reason: destination.message, line });
    } else if (destination.type === "file") {
      const { path, slug } = destination;
      const to = slug === undefined ? path : `${path}#${slug}`;
      relations.push({ kind: slug === undefined ? "HeadingToFile" : "HeadingToHeading", from, to, line });
    }
  }
  return { relations, invalid };
}

/** The heading with a slug, which can be given with or without `#`. */
export function findHeading(source: SourceDocument, slug: string): Result<Heading> {
  const fragment = slug.trim().replace(/^.*#/, "");
  const { headings } = source.markdown;
  const heading = headings.find((each) => each.slug === fragment);
  if (heading !== undefined && fragment !== "") return ok(heading);
  const near = nearest(
    fragment,
    headings.map((each) => each.slug),
  ).map((each) => `#${each}`);
  return conceptFailure(
    "specman_structure",
    "heading_not_found",
    `\`${source.path}\` has no heading with the slug \`${fragment}\`.`,
    near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "",
    {
      path: source.path,
      subject: { slug: fragment },
      details: { candidates: near.map((each) => `${source.path}${each}`) },
      suggest:
        near.length > 0
          ? undefined
          : { operation: "list_headings", args: { locator: source.path }, to: "see its slugs" },
    },
  );
}

function roleOf({ text }: Heading, prefixes: Prefixes): HeadingEntry["role"] | undefined {
  if (text.startsWith(`${prefixes.concept} `)) return "concept";
  return text.startsWith(`${prefixes.entity} `) ? "entity" : undefined;
}
