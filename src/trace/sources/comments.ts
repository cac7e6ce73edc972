import { type MalformedTag, readOpeningTags, type Tag } from "../links/grammar.ts";
import type { Span } from "../tests/syntax.ts";

/** A tag with its place in the text. */
export type PlacedTag = Tag & { readonly offset: number };
export type PlacedMalformedTag = MalformedTag & { readonly offset: number };

interface FoundTags {
  readonly tags: PlacedTag[];
  readonly malformed: PlacedMalformedTag[];
}

export interface TagsOfComments {
  readonly tags: readonly PlacedTag[];
  readonly malformed: readonly PlacedMalformedTag[];
}

/** Other tools whose tags can be read. artgraph: `@impl REQ-1` in a comment; ids in titles are read anyway. */
export const foreignTags = ["artgraph"] as const;
export type ForeignTags = (typeof foreignTags)[number];

/** Most files have no tag, which is known without parsing them. */
export function mayHoldTags(text: string, also: readonly ForeignTags[] = []): boolean {
  if (also.includes("artgraph") && text.includes("@impl")) return true;
  return /\[\s*(?:ensures|verifies|implements)\s*:/i.test(text);
}

/** What can be before a tag on the line of a comment. */
const markers = /^[ \t]*(?:\/\/[/!]?|\/\*[*!]?|\*(?!\/)|#(?!\[)!?|--\[*|<!--|;+|%+|"""|''')?[ \t]*/;
const marked = /^[ \t]*(?:\/\/[/!]?|\/\*[*!]?|\*|#|--|<!--|;+)[ \t]*(?=\[)/;

/** The tags of comments that a grammar has found. Each line of a comment can open with tags. */
export function tagsInComments(
  text: string,
  comments: readonly Span[],
  also: readonly ForeignTags[] = [],
): TagsOfComments {
  const found: FoundTags = { tags: [], malformed: [] };
  for (const { from, to } of comments) {
    let offset = from;
    for (const line of text.slice(from, to).split("\n")) {
      const start = markers.exec(line)?.[0].length ?? 0;
      readLine(line, start, offset, found);
      if (also.includes("artgraph")) readImplemented(line, start, offset, found);
      offset += line.length + 1;
    }
  }
  return found;
}

/** The tags of a text without a grammar: on lines that begin with a mark of a comment and the tag. */
export function tagsInLines(text: string): TagsOfComments {
  const found: FoundTags = { tags: [], malformed: [] };
  let offset = 0;
  for (const line of text.split("\n")) {
    const start = marked.exec(line)?.[0].length;
    if (start !== undefined) readLine(line, start, offset, found);
    offset += line.length + 1;
  }
  return found;
}

function readLine(line: string, start: number, offset: number, found: FoundTags): void {
  const { tags, malformed } = readOpeningTags(line.slice(start));
  found.tags.push(...tags.map((tag) => ({ ...tag, offset: offset + start + tag.at })));
  found.malformed.push(...malformed.map((tag) => ({ ...tag, offset: offset + start + tag.at })));
}

/** `@impl AUTH-1, AUTH-2` as artgraph writes it. */
function readImplemented(line: string, start: number, offset: number, found: FoundTags): void {
  const [text, list = ""] = /^@impl[ \t]+([\w.-]+(?:[ \t]*,[ \t]*[\w.-]+)*)/.exec(line.slice(start)) ?? [];
  if (text === undefined) return;
  const references = list.split(",").map((each) => each.trim());
  found.tags.push({ verb: "IMPLEMENTS", references, text, at: 0, offset: offset + start });
}

/** Every tag of a text, wherever it is: as before tags counted in comments only. */
export function tagsAnywhere(text: string): TagsOfComments {
  const found: FoundTags = { tags: [], malformed: [] };
  for (const { index } of text.matchAll(/\[\s*(?:ensures|verifies|implements)\s*:/gi)) {
    const end = text.indexOf("]", index);
    if (end > 0) readLine(text.slice(index, end + 1), 0, index, found);
  }
  return found;
}
