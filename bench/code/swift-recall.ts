import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Declaration } from "../../src/code/languages/language.ts";
import { parseSwift } from "../../src/code/languages/swift/swift.ts";
import { walkAll } from "../../src/workspace/walk/walk.ts";

export interface Recall {
  readonly files: number;
  readonly lines: number;
  /** By keyword: how many the line-based count finds, and how many of those the parser has on that line. */
  readonly kinds: ReadonlyMap<string, { readonly seen: number; readonly found: number }>;
  readonly missing: readonly string[];
}

/**
 * How many of the declarations that a line-based count finds the parser finds too. The count shares no code with the
 * parser: a separate small scanner blanks out comments and strings, then keywords are matched line by line.
 */
export async function recallOf(root: string): Promise<Recall> {
  const entries = await walkAll({ root }, {});
  if (!entries.ok) throw new Error(entries.fault.message);
  const kinds = new Map<string, { seen: number; found: number }>();
  const missing: string[] = [];
  const swift = entries.value.filter(({ path }) => path.endsWith(".swift"));
  let lines = 0;
  for (const { path } of swift) {
    const text = readFileSync(join(root, path), "utf8");
    const byLine = new Map<number, Declaration[]>();
    for (const declaration of parseSwift(text).declarations)
      byLine.set(declaration.headerLine, [...(byLine.get(declaration.headerLine) ?? []), declaration]);
    for (const [index, line] of blanked(text).split("\n").entries()) {
      lines++;
      for (const { kind, name } of declaredIn(line)) {
        const count = kinds.get(kind) ?? { seen: 0, found: 0 };
        const isFound = (byLine.get(index + 1) ?? []).some((each) => isNamed(each, name));
        kinds.set(kind, { seen: count.seen + 1, found: count.found + (isFound ? 1 : 0) });
        if (!isFound) missing.push(`${path}:${index + 1} ${kind} ${name}`);
      }
    }
  }
  return { files: swift.length, lines, kinds, missing };
}

function isNamed({ name }: Declaration, wanted: string): boolean {
  return name === wanted || name.endsWith(`.${wanted}`) || name.startsWith(wanted);
}

const patterns: readonly (readonly [string, RegExp])[] = [
  ["func", /(?:^|[\s;{}])func\s+`?([A-Za-z_]\w*)`?\s*[<(]/g],
  ["init", /(?:^|[\s;{}])(init)[?!]?\s*[<(]/g],
  ["typealias", /(?:^|\s)typealias\s+`?(\w+)/g],
  ["associatedtype", /(?:^|\s)associatedtype\s+`?(\w+)/g],
  ...["class", "struct", "enum", "protocol", "actor", "extension"].map(
    (word) => [word, new RegExp(`(?:^|[\\s;{}])${word}\\s+\`?([A-Za-z_][\\w.]*)\`?`, "g")] as const,
  ),
];
/** After `class`: `class func` is not a class. */
const modifiers = new Set(["func", "var", "let", "subscript", "override", "final"]);

function declaredIn(line: string): { kind: string; name: string }[] {
  if (/^\s*(@\w+(\(\w+\))?\s+)*(\w+\s+)?import\s/.test(line)) return []; // `import struct A.B` declares nothing
  const found = patterns.flatMap(([kind, pattern]) =>
    [...line.matchAll(pattern)].map((match) => ({ kind, name: match[1] ?? "" })),
  );
  const cased = /^\s*(?:indirect\s+)?case\s+`?([a-zA-Z_]\w*)`?\s*(?:$|[,(=])/.exec(line);
  // A colon ends a case of a switch, not one of an enum.
  const isSwitch = /:\s*(\S.*)?$/.test(line.replace(/\(.*\)/, ""));
  if (cased?.[1] && !isSwitch) found.push({ kind: "case", name: cased[1] });
  return found.filter(({ name }) => !modifiers.has(name));
}

/** The text with comments and strings replaced by spaces; line numbers stay the same. */
function blanked(text: string): string {
  const blank = (from: number, to: number) => text.slice(from, to).replace(/[^\n]/g, " ");
  let out = "";
  for (let at = 0; at < text.length; ) {
    const end = commentEnd(text, at) ?? stringEnd(text, at);
    out += end === undefined ? text[at] : blank(at, end);
    at = end ?? at + 1;
  }
  return out;
}

function commentEnd(text: string, from: number): number | undefined {
  if (text.startsWith("//", from)) {
    const end = text.indexOf("\n", from);
    return end < 0 ? text.length : end;
  }
  if (!text.startsWith("/*", from)) return undefined;
  let depth = 0;
  for (const mark of text.slice(from).matchAll(/\/\*|\*\//g)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return from + mark.index + 2;
  }
  return text.length;
}

function stringEnd(text: string, from: number): number | undefined {
  const open = /^(#*)("""|")/.exec(text.slice(from, from + 12));
  const [whole, hashes = "", quote = ""] = open ?? [];
  if (whole === undefined) return undefined;
  const close = quote + hashes;
  for (let at = from + whole.length; at < text.length; at++) {
    if (text.startsWith(close, at)) return at + close.length;
    if (quote === '"' && text[at] === "\n") return at;
    if (text[at] !== "\\" || hashes !== "") continue;
    at = text[at + 1] === "(" ? groupEnd(text, at + 1) : at + 1;
  }
  return text.length;
}

function groupEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}
