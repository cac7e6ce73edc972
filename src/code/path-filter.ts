import { isAbsolute, relative, sep } from "node:path";
import { byteText, type Glob, matchGlob, parseGlob } from "../workspace/glob.ts";

export type PathFilter = (path: string) => boolean;

const maxAlternatives = 256;

/**
 * A glob over paths below the searched root. `*` stays inside a name, `**` does not, `{a,b}` are alternatives; a
 * pattern without a slash matches names at any depth; a pattern that names a folder takes all that is in it.
 *
 * @example pathFilter("Sources/Auth/**", root)("Sources/Auth/Token/Store.swift") === true
 */
export function pathFilter(pattern: string, root: string): PathFilter {
  const globs = expandBraces(belowRoot(pattern.trim(), root)).flatMap((each) => globsOf(each));
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
  const trimmed = pattern.replace(/\/+$/, "");
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

function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (let rounds = 0; rounds < 8; rounds++) {
    const next = patterns.flatMap((each) => expandOnce(each));
    if (next.length === patterns.length || next.length > maxAlternatives) break;
    patterns = next;
  }
  return patterns;
}

/** The first innermost group, spelled out. */
function expandOnce(pattern: string): string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (!group) return [pattern];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  return (group[1] ?? "").split(",").map((choice) => before + choice + after);
}
