import { withoutTrailing } from "../../kernel/text.ts";
import { foldCase, type Glob, matchGlob, parseGlob } from "./glob.ts";

/** One line of an ignore file. Texts are bytes, see `byteText`. */
export interface IgnoreRule {
  /** `!`: reverses an earlier match. */
  readonly negated: boolean;
  /** A trailing slash: only folders match. */
  readonly folderOnly: boolean;
  /** Without a slash the pattern is compared with the name alone, at any depth. */
  readonly nameOnly: boolean;
  /** The text before the first wildcard. A `suffix` or a pattern without wildcards has no glob. */
  readonly literal: string;
  readonly kind: "literal" | "suffix" | "glob";
  readonly glob: Glob | undefined;
}

/** The rules of an ignore file, in its order. `bytes` is the file's content read as latin-1. */
export function parseIgnoreFile(bytes: string, ignoreCase: boolean): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const withoutMark = bytes.startsWith("\xef\xbb\xbf") ? bytes.slice(3) : bytes;
  for (const line of withoutMark.split("\n")) {
    const rule = parseLine(line.endsWith("\r") ? line.slice(0, -1) : line, ignoreCase);
    if (rule) rules.push(rule);
  }
  return rules;
}

/** Whether the rule matches an entry, given its name and its path below the folder of the ignore file. */
export function ruleMatches(rule: IgnoreRule, name: string, path: string, isFolder: boolean): boolean {
  if (rule.folderOnly && !isFolder) return false;
  const subject = rule.nameOnly ? name : path;
  if (rule.kind === "literal") return subject === rule.literal;
  if (rule.kind === "suffix") return subject.endsWith(rule.literal);
  if (rule.glob === undefined || !subject.startsWith(rule.literal)) return false;
  return matchGlob(rule.glob, subject, rule.literal.length);
}

function parseLine(line: string, ignoreCase: boolean): IgnoreRule | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const trimmed = trimSpaces(line);
  const negated = trimmed.startsWith("!");
  const folderOnly = trimmed.endsWith("/");
  const body = trimmed.slice(negated ? 1 : 0, folderOnly ? -1 : undefined);
  const nameOnly = !body.includes("/");
  const anchored = body.startsWith("/") ? body.slice(1) : body;
  return { negated, folderOnly, nameOnly, ...compile(nameOnly ? body : anchored, nameOnly, ignoreCase) };
}

/**
 * Splits off the part before the first wildcard for a plain comparison. This is not only for speed: git does the
 * same, so that in `src/a**` the two stars are at the start of the rest.
 */
function compile(
  pattern: string,
  nameOnly: boolean,
  ignoreCase: boolean,
): Pick<IgnoreRule, "literal" | "kind" | "glob"> {
  const fold = ignoreCase ? foldCase : (text: string) => text;
  const wildcard = pattern.search(/[*?[\\]/);
  if (wildcard < 0) return { kind: "literal", literal: fold(pattern), glob: undefined };
  if (nameOnly && wildcard === 0 && /^\*[^*?[\\]*$/.test(pattern)) {
    return { kind: "suffix", literal: fold(pattern.slice(1)), glob: undefined };
  }
  const start = nameOnly ? 0 : wildcard;
  const glob = parseGlob(pattern.slice(start), ignoreCase);
  return { kind: "glob", literal: fold(pattern.slice(0, start)), glob };
}

/** Removes trailing spaces, except those that a backslash escapes. */
function trimSpaces(line: string): string {
  const end = withoutTrailing(line, " ");
  if (end === line) return line;
  const backslashes = end.length - withoutTrailing(end, "\\").length;
  return backslashes % 2 === 1 ? `${end} ` : end;
}
