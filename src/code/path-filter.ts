import { isAbsolute, relative, sep } from "node:path";
import { patternProblem } from "../kernel/query.ts";
import { withoutTrailing } from "../kernel/text.ts";
import { byteText, type Glob, matchGlob, parseGlob } from "../workspace/walk/glob.ts";

export type PathFilter = (path: string) => boolean;

const maxAlternatives = 256;

/** Why a pattern cannot be used, as the end of a sentence; undefined when it can. */
export function pathPatternTrouble(pattern: string): string | undefined {
  const trouble = patternProblem(pattern);
  if (trouble !== undefined) return trouble;
  return expandBraces(pattern) === undefined
    ? `its braces stand for more than ${maxAlternatives} patterns`
    : undefined;
}

/**
 * A glob over paths below the searched root. `*` stays inside a name, `**` does not, `{a,b}` are alternatives; a
 * pattern without a slash matches names at any depth; a pattern that names a folder takes all that is in it. One
 * that `pathPatternTrouble` speaks about matches nothing.
 *
 * @example pathFilter("Sources/Auth/**", root)("Sources/Auth/Token/Store.swift") === true
 */
export function pathFilter(pattern: string, root: string): PathFilter {
  const patterns =
    pathPatternTrouble(pattern) === undefined ? expandBraces(belowRoot(pattern.trim(), root)) : [];
  const globs = (patterns ?? []).flatMap((each) => globsOf(each));
  return (path) => {
    const bytes = byteText(path);
    return globs.some(({ glob, nameOnly }) =>
      matchGlob(glob, bytes, nameOnly ? bytes.lastIndexOf("/") + 1 : 0),
    );
  };
}

/** `.Swift, md` and the like; undefined when nothing is asked for. */
export function extensionFilter(extensions: string | undefined): PathFilter | undefined {
  const wanted = (extensions ?? "")
    .split(",")
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .replace(/^\*?\./, ""),
    )
    .filter((each) => each !== "");
  if (wanted.length === 0) return undefined;
  return (path) => wanted.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
}

function globsOf(pattern: string): { glob: Glob; nameOnly: boolean }[] {
  const trimmed = withoutTrailing(pattern, "/");
  if (trimmed === "" || trimmed === ".") return globsOf("**");
  const nameOnly = !trimmed.includes("/");
  const glob = parseGlob(byteText(trimmed), false);
  const below = parseGlob(byteText(`${trimmed}/**`), false);
  return [...(glob ? [{ glob, nameOnly }] : []), ...(below ? [{ glob: below, nameOnly: false }] : [])];
}

function belowRoot(pattern: string, root: string): string {
  const plain = pattern.split(sep).join("/");
  if (!isAbsolute(plain)) return plain.replace(/^(\.\/+)+/, "");
  const below = relative(root, plain).split(sep).join("/");
  // Outside the root nothing is indexed, so such a pattern matches nothing; a leading slash may also mean the root.
  return below.startsWith("..") ? plain.slice(1) : below;
}

/** All that a pattern with braces stands for; undefined when that is too much. */
function expandBraces(pattern: string): string[] | undefined {
  const done: string[] = [];
  const ahead = [pattern];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const choices = expandOnce(next);
    if (choices === undefined) done.push(next);
    else ahead.push(...choices.reverse());
    if (done.length + ahead.length > maxAlternatives) return undefined;
  }
  return done;
}

/** The first innermost group, spelled out; undefined when there is none. */
function expandOnce(pattern: string): string[] | undefined {
  let open = -1;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "{") open = at;
    if (pattern[at] !== "}" || open < 0) continue;
    const choices = pattern.slice(open + 1, at).split(",");
    if (choices.length > 1)
      return choices.map((choice) => pattern.slice(0, open) + choice + pattern.slice(at + 1));
    open = -1;
  }
  return undefined;
}
