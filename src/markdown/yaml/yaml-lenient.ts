import type { PositionedProblem } from "../problem.ts";
import { parseYaml } from "./yaml-parse.ts";

/** YAML with its careless values put in quotes, line for line the same text. */
export interface Recovered {
  readonly source: string;
  readonly problems: readonly PositionedProblem[];
}

/**
 * The commonest slip of authors is a value with a colon and no quotes, `description: Use when: x`. Each
 * `key: value` whose value is not YAML by itself is quoted as it stands, wrapped lines included; nothing
 * else is changed. Undefined when there is nothing to do.
 */
export function quoteLooseValues(source: string, firstLine: number): Recovered | undefined {
  const lines = source.split(/(?<=\n)/);
  const problems: PositionedProblem[] = [];
  let tried = 0;
  for (let index = 0; index < lines.length; index++) {
    const match = keyLine.exec(lines[index] ?? "");
    if (match === null) continue;
    const [, before = "", key = "", colon = "", value = "", ending = ""] = match;
    const last = lastWrappedLine(lines, index, before.length);
    if (/^[|>][-+0-9]*\s*(?:#.*)?$/.test(value)) index = last;
    else if (isSuspect(value) && ++tried > maxTried) return undefined;
    else if (isSuspect(value) && !isYaml(value)) {
      lines[index] = `${before}${key}${colon}'${escaped(value)}${ending}`;
      for (let at = index + 1; at <= last; at++) lines[at] = escaped(lines[at] ?? "");
      lines[last] = withQuote(lines[last] ?? "");
      problems.push(unquoted(key, firstLine + index, before.length + key.length + colon.length + 1));
      index = last;
    }
  }
  return problems.length === 0 ? undefined : { source: lines.join(""), problems };
}

/** Each is parsed by itself; what has more is not front matter. */
const maxTried = 1000;

const keyLine = /^([ ]*(?:- +)*)([A-Za-z_][\w.-]*)(:[ \t]+)([^\s#][^\r\n]*)(\r?\n|\r|)$/;

/** Only these can fail by themselves; the others need no trial. */
function isSuspect(value: string): boolean {
  return /:(?:\s|$)/.test(value) || /^[@`%[\]{}"'*&!|>,?-]/.test(value);
}

function isYaml(value: string): boolean {
  return parseYaml(`key: ${value}\n`)?.errors.length === 0;
}

/** The last line that is indented deeper than the key and so goes on with its value. */
function lastWrappedLine(lines: readonly string[], index: number, indent: number): number {
  let last = index;
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (line.length - line.trimStart().length <= indent) break;
    last = at;
  }
  return last;
}

function escaped(text: string): string {
  return text.replaceAll("'", "''");
}

function withQuote(line: string): string {
  const body = line.trimEnd();
  return `${body}'${line.slice(body.length)}`;
}

function unquoted(key: string, line: number, column: number): PositionedProblem {
  return {
    rule: "yaml-unquoted-value",
    message: `The value of \`${key}\` is not YAML as it stands; it was read as plain text.`,
    fix: "Put the value in quotes.",
    line,
    column,
  };
}
