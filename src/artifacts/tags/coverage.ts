import { byCodePoint } from "../../kernel/order.ts";
import type { TaggedFile } from "./scan.ts";
import type { ValidationTag } from "./tags.ts";

/** Something that tags can refer to: a constraint group of a specification. */
export interface Requirement {
  readonly spec: string;
  readonly id: string;
}

export interface TagOccurrence {
  readonly tag: ValidationTag;
  readonly path: string;
}

export interface Coverage<R extends Requirement> {
  /** Each requirement with every tag that refers to it, in the order of the requirements. */
  readonly covered: readonly { readonly requirement: R; readonly tags: readonly TagOccurrence[] }[];
  /** Tags that match no requirement. */
  readonly orphans: readonly TagOccurrence[];
}

/**
 * Maps tags to requirements. A tag without the name of a specification matches every requirement with that id,
 * because the id alone does not say which one is meant.
 */
export function coverageOf<R extends Requirement>(
  requirements: readonly R[],
  files: readonly TaggedFile[],
): Coverage<R> {
  const byId = new Map<string, TagOccurrence[]>();
  for (const { path, tags } of files) {
    for (const tag of tags) {
      const occurrences = byId.get(tag.identifier);
      if (occurrences === undefined) byId.set(tag.identifier, [{ tag, path }]);
      else occurrences.push({ tag, path });
    }
  }
  const matched = new Set<TagOccurrence>();
  const covered = requirements.map((requirement) => {
    const tags = (byId.get(requirement.id) ?? []).filter(({ tag }) => {
      return tag.specification === undefined || tag.specification === requirement.spec;
    });
    for (const tag of tags) matched.add(tag);
    return { requirement, tags: inOrder(tags) };
  });
  const orphans = [...byId.values()].flat().filter((tag) => !matched.has(tag));
  return { covered, orphans: inOrder(orphans) };
}

function inOrder(tags: readonly TagOccurrence[]): TagOccurrence[] {
  return [...tags].sort((a, b) => byCodePoint(a.path, b.path) || a.tag.line - b.tag.line);
}
