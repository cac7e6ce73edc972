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

/** Most files have no tag, which is known without parsing them. */
export function mayHoldTags(text: string): boolean {
  return /\[\s*(?:ensures|verifies|implements)\s*:/i.test(text);
}

/** What can be before a tag on the line of a comment. */
const markers = /^[ \t]*(?:\/\/[/!]?|\/\*[*!]?|\*(?!\/)|#(?!\[)!?|--\[*|<!--|;+|%+|"""|''')?[ \t]*/;
const marked = /^[ \t]*(?:\/\/[/!]?|\/\*[*!]?|\*|#|--|<!--|;+)[ \t]*(?=\[)/;

/** The tags of comments that a grammar has found. Each line of a comment can open with tags. */
export function tagsInComments(text: string, comments: readonly Span[]): TagsOfComments {
  const found: FoundTags = { tags: [], malformed: [] };
  for (const { from, to } of comments) {
    let offset = from;
    for (const line of text.slice(from, to).split("\n")) {
      readLine(line, markers.exec(line)?.[0].length ?? 0, offset, found);
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
