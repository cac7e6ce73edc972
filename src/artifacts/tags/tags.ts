/** A validation tag in a source file: `[ENSURES: concept-login.rules:TEST]`. */
export interface ValidationTag {
  /** The constraint group, without the name of its specification. */
  readonly identifier: string;
  /** The specification, if the tag names it: `[ENSURES: auth/concept-login.rules]`. */
  readonly specification?: string;
  readonly tag_type: TagType;
  /** 1-based. */
  readonly line: number;
}

/** TEST is an automated test, CHECK a condition in code, MANUAL a manual assertion. */
export const tagTypes = ["Test", "Check", "Manual"] as const;
export type TagType = (typeof tagTypes)[number];

/** A malformed tag. It covers nothing and is reported. */
export interface MalformedTag {
  readonly text: string;
  readonly line: number;
  readonly reason: string;
}

export interface TagsOfText {
  readonly tags: readonly ValidationTag[];
  readonly malformed: readonly MalformedTag[];
}

const none: TagsOfText = { tags: [], malformed: [] };

/** The keyword in any case. Most source files do not contain it and need no further work. */
const keyword = /ensures/i;

/** Text in brackets on one line that starts with the keyword and a colon; white space is ignored. */
const bracket = /\[\s*ensures\s*:([^[\]\r\n]{0,400})\]/giu;
const idPattern = /^(?:([\p{L}\p{N}_-]+)\/)?([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)$/u;

/**
 * The validation tags in a text, by the grammar of SpecMan Core ("Entity: Validation Tag"). A line can contain
 * several tags.
 */
export function readTags(text: string): TagsOfText {
  if (!keyword.test(text)) return none;
  const tags: ValidationTag[] = [];
  const malformed: MalformedTag[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(bracket)) {
    line += newlines(text, counted, match.index);
    counted = match.index;
    const read = readTag(match[1] ?? "");
    if (typeof read === "string") malformed.push({ text: match[0], line, reason: read });
    else tags.push({ ...read, line });
  }
  return { tags, malformed };
}

/** The parts of a tag, or why it is malformed. */
function readTag(inside: string): Omit<ValidationTag, "line"> | string {
  const parts = inside.split(":").map((part) => part.trim());
  const [id = "", type, ...more] = parts;
  if (more.length > 0) return "it has more than an identifier and a type";
  const match = idPattern.exec(id);
  if (match === null) {
    return id !== "" && !id.includes(".")
      ? "the identifier has one group; a constraint group has at least two, joined by `.`"
      : "the identifier is not a constraint group such as `concept-slug.category`";
  }
  const tagType =
    type === undefined ? "Test" : tagTypes.find((each) => each.toUpperCase() === type.toUpperCase());
  if (tagType === undefined) return `the type \`${type}\` is not TEST, CHECK or MANUAL`;
  const [, specification, identifier = ""] = match;
  return { identifier, tag_type: tagType, specification };
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
