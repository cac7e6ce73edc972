import { formats } from "../model/node.ts";

export const verbs = ["ENSURES", "VERIFIES", "IMPLEMENTS"] as const;
export type Verb = (typeof verbs)[number];
export const ensureTypes = ["TEST", "CHECK", "MANUAL"] as const;
export type EnsureType = (typeof ensureTypes)[number];

/** A tag in a comment: `[ENSURES: booking/reserve-a-place#the-crossing-is-full]`. */
export interface Tag {
  readonly verb: Verb;
  /** Addresses or short forms of them. */
  readonly references: readonly string[];
  readonly type?: EnsureType;
  /** As written, brackets included. */
  readonly text: string;
  /** Where it begins in the line it was read from. */
  readonly at: number;
}

export interface MalformedTag {
  readonly text: string;
  readonly at: number;
  readonly reason: string;
}

const opening = /\[\s*(ensures|verifies|implements)\s*:([^[\]\r\n]{0,1000})\]/iuy;
const reference =
  /^[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_.~-]*(?:\/[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_.~-]*)*(?:#[\p{L}\p{N}\p{M}_.-]+)?$/u;

/**
 * The tags at the start of a comment's line. Further tags on that line count only directly after the first, so that
 * a sentence about tags is not one.
 */
export function readOpeningTags(line: string): {
  readonly tags: readonly Tag[];
  readonly malformed: readonly MalformedTag[];
} {
  const tags: Tag[] = [];
  const malformed: MalformedTag[] = [];
  let at = line.length - line.trimStart().length;
  for (;;) {
    opening.lastIndex = at;
    const match = opening.exec(line);
    if (match === null) return { tags, malformed };
    const [text, word = "", inside = ""] = match;
    const verb = verbs.find((each) => each === word.toUpperCase()) ?? "ENSURES";
    const read = readInside(verb, inside);
    if (typeof read === "string") malformed.push({ text, at, reason: read });
    else tags.push({ verb, ...read, text, at });
    at += text.length + (/^[\s,;]*/.exec(line.slice(at + text.length))?.[0].length ?? 0);
  }
}

/** References and type, or why the tag is malformed. */
function readInside(verb: Verb, inside: string): Pick<Tag, "references" | "type"> | string {
  const given = inside.split(",").map((part) => part.trim());
  const last = given.at(-1) ?? "";
  const colon = last.lastIndexOf(":");
  const end = last.slice(colon + 1).trim();
  const isPrefix = colon >= 0 && isFormat(last.slice(0, colon));
  const type = colon < 0 || isPrefix ? undefined : ensureTypes.find((each) => each === end.toUpperCase());
  if (colon >= 0 && !isPrefix && type === undefined)
    return `the type \`${end}\` is not TEST, CHECK or MANUAL`;
  if (type !== undefined && verb !== "ENSURES") return `${verb} takes no type`;
  const references = type === undefined ? given : [...given.slice(0, -1), last.slice(0, colon).trim()];
  for (const each of references) {
    const [, prefix, rest = ""] = /^(?:([a-z]+)\s*:\s*)?(.*)$/su.exec(each) ?? [];
    if (prefix !== undefined && !isFormat(prefix))
      return `\`${prefix}\` is not a format (${formats.join(", ")})`;
    if (!reference.test(rest))
      return rest === "" ? "it names no requirement" : `\`${rest}\` is not an address`;
  }
  return { references, type };
}

function isFormat(text: string): boolean {
  return formats.some((each) => each === text.trim());
}
