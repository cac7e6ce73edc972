import { byteText, type Glob, matchGlob, parseGlob } from "../../workspace/walk/glob.ts";

/** Whether what an artifact generates is a pattern. Brackets and braces alone can be part of a name. */
export function isPattern(generates: string): boolean {
  return /[*?[]|\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(generates);
}

/** Whether an artifact writes deltas: what is below `specs/`, whatever the artifact is called. */
export function writesDeltas(generates: string): boolean {
  return generates
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .startsWith("specs/");
}

/** The files of a change that an artifact has written. Names are relative to the folder of the change. */
export function outputsOf(generates: string, files: readonly string[]): string[] {
  const pattern = generates.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  if (!isPattern(pattern)) return files.filter((file) => file === pattern);
  const globs = expandBraces(pattern).flatMap((each): Glob[] => {
    const glob = parseGlob(byteText(each), false);
    return glob === undefined ? [] : [glob];
  });
  // Like other globs, these do not reach hidden files.
  const visible = files.filter((file) => !file.split("/").some((part) => part.startsWith(".")));
  return visible.filter((file) => globs.some((glob) => matchGlob(glob, byteText(file), 0)));
}

const maxAlternatives = 64;

/** `a.{md,txt}` as `a.md` and `a.txt`. */
function expandBraces(pattern: string): string[] {
  const brace = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (brace === null) return [pattern];
  const [whole, inner = ""] = brace;
  const [before, after] = [pattern.slice(0, brace.index), pattern.slice(brace.index + whole.length)];
  return inner
    .split(",")
    .flatMap((choice) => expandBraces(before + choice + after))
    .slice(0, maxAlternatives);
}
