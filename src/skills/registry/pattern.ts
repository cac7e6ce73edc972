import { at } from "../../kernel/array.ts";
import { clipLine } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { patternProblem } from "../../kernel/query.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { fold } from "../names.ts";

/** `*` matches any run, `?` one character, `[a-z]` and `[!a]` one of a set; `\` makes the next one literal. */
export type Pattern = readonly Part[];

type Part =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "one" }
  | { readonly kind: "run" }
  | {
      readonly kind: "set";
      readonly ranges: readonly (readonly [string, string])[];
      readonly negated: boolean;
    };

export function parsePattern(text: string): Result<Pattern> {
  const reason = patternProblem(text);
  if (reason !== undefined) return badPattern(clipLine(text, 60), reason);
  const chars = [...fold(text)];
  const parts: Part[] = [];
  for (let index = 0; index < chars.length; index++) {
    const char = at(chars, index);
    if (char === "*") parts.push({ kind: "run" });
    else if (char === "?") parts.push({ kind: "one" });
    else if (char === "[") {
      const end = chars.indexOf("]", index + 2 + (isNegation(chars[index + 1]) ? 1 : 0));
      if (end < 0) return badPattern(text, "a `[` is not closed");
      parts.push(setOf(chars.slice(index + 1, end)));
      index = end;
    } else if (char === "\\") {
      const next = chars[++index];
      if (next === undefined) return badPattern(text, "it ends with a backslash");
      parts.push({ kind: "char", char: next });
    } else parts.push({ kind: "char", char });
  }
  return ok(parts);
}

/** Backtracks only to the last `*`, so the time is at most the pattern's length times the name's. */
export function matches(pattern: Pattern, name: string): boolean {
  const chars = [...fold(name)];
  let [index, part, star, starIndex] = [0, 0, -1, 0];
  while (index < chars.length) {
    const current = pattern[part];
    if (current?.kind === "run") {
      [star, starIndex] = [part++, index];
    } else if (current !== undefined && fits(current, at(chars, index))) {
      part++;
      index++;
    } else if (star >= 0) {
      part = star + 1;
      index = ++starIndex;
    } else return false;
  }
  return pattern.slice(part).every((rest) => rest.kind === "run");
}

function fits(part: Part, char: string): boolean {
  if (part.kind === "char") return part.char === char;
  if (part.kind !== "set") return true;
  return part.ranges.some(([from, to]) => from <= char && char <= to) !== part.negated;
}

function setOf(chars: readonly string[]): Part {
  const negated = isNegation(chars[0]);
  const members = negated ? chars.slice(1) : chars;
  const ranges: [string, string][] = [];
  for (let index = 0; index < members.length; index++) {
    const from = at(members, index);
    const to = members[index + 2];
    if (members[index + 1] === "-" && to !== undefined) {
      ranges.push([from, to]);
      index += 2;
    } else ranges.push([from, from]);
  }
  return { kind: "set", ranges, negated };
}

function isNegation(char: string | undefined): boolean {
  return char === "!" || char === "^";
}

function badPattern(text: string, reason: string): Result<never> {
  const message = `The pattern \`${text}\` is invalid: ${reason}.`;
  return fail(
    fault("invalid_argument", message, "Put a backslash before a character to match it literally."),
  );
}
