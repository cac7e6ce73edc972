import { isSkippedBelow } from "./skipped-test.ts";

/** A validation tag in a source file: `[ENSURES: concept-login.rules:TEST]`. */
export interface ValidationTag {
  /** The constraint group, without the name of its specification. */
  readonly identifier: string;
  /** The specification, if the tag names it: `[ENSURES: auth/concept-login.rules]`. */
  readonly specification?: string;
  readonly tag_type: TagType;
  /** 1-based. */
  readonly line: number;
  /** Whether it starts a comment; elsewhere it can be an example in a text. */
  readonly isComment?: true;
  /** Whether the tag is of type TEST and the test below it is skipped. */
  readonly skipped?: true;
}

/** TEST is an automated test, CHECK a condition in code, MANUAL a manual assertion. */
export const tagTypes = ["Test", "Check", "Manual"] as const;
export type TagType = (typeof tagTypes)[number];

/** A malformed tag. It covers nothing and is reported. */
export interface MalformedTag {
  readonly text: string;
  readonly line: number;
  readonly reason: string;
  readonly isComment?: true;
}

export interface TagsOfText {
  readonly tags: readonly ValidationTag[];
  readonly malformed: readonly MalformedTag[];
}

const none: TagsOfText = { tags: [], malformed: [] };

/** The keyword in any case, or a near miss. Most source files do not contain it and need no further work. */
const keyword = /ensure/i;

/** Text in brackets on one line that starts with the keyword, or nearly so; white space is ignored. */
const bracket = /\[\s*(ensures?)\s*(:?)([^[\]\r\n]{0,400})\]/giu;
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
  let ticks = 0;
  let counted = 0;
  for (const match of text.matchAll(bracket)) {
    line += countOf("\n", text, counted, match.index);
    ticks += countOf("`", text, counted, match.index);
    counted = match.index;
    const [whole, word = "", colon = "", inside = ""] = match;
    const isExact = word.length === "ensures".length && colon !== "";
    // Prose in brackets, such as `[ensure that it works]`, is not a tag.
    if (!isExact && typeof readTag(inside) === "string") continue;
    const read = isExact ? readTag(inside) : nearMiss(word, colon);
    // A string over several lines, as in JavaScript and Go.
    const isInString = ticks % 2 === 1;
    const place = {
      line,
      ...(isInString || !isInComment(text, match.index) ? {} : { isComment: true as const }),
    };
    if (typeof read === "string") malformed.push({ text: whole, ...place, reason: read });
    else tags.push({ ...read, ...place, ...skippedTest(read.tag_type, text, match.index) });
  }
  return { tags, malformed };
}

/** A comment up to its first word; in the middle of a sentence a tag can be an example. */
const commentStart = /(?:^\s*|^[^"'`]*\s)(?:\/{2,}|\/?\*+|#+|--|;+|%+|<!--)!?\s*(?:\[[^\]]*\]\s*)*$/;

function isInComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(text.lastIndexOf("\n", at - 1) + 1, at - 400), at);
  return commentStart.test(before);
}

function nearMiss(word: string, colon: string): string {
  if (colon === "") return "there is no colon after the keyword";
  return `the keyword is \`ENSURES\`, not \`${word}\``;
}

function skippedTest(type: TagType, text: string, from: number): Pick<ValidationTag, "skipped"> {
  return type === "Test" && isSkippedBelow(text, from) ? { skipped: true } : {};
}

/** The parts of a tag, or why it is malformed. */
function readTag(inside: string): Omit<ValidationTag, "line"> | string {
  const parts = inside.split(":").map((part) => part.trim());
  const [id = "", type, ...more] = parts;
  if (more.length > 0) return "it has more than an identifier and a type";
  const match = idPattern.exec(id);
  if (match === null && /[,;]|\s/.test(id) && id.split(/[,;\s]+/).every((each) => idPattern.test(each)))
    return "a tag names one constraint group; write one tag for each";
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

function countOf(char: string, text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf(char, from); at >= 0 && at < to; at = text.indexOf(char, at + 1)) count++;
  return count;
}
