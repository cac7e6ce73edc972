/** What may follow the closing bracket of a link: `(target "title")` or `[label]`. */
export type LinkTail =
  | {
      readonly kind: "target";
      readonly target: string;
      readonly title: string | undefined;
      readonly end: number;
    }
  | { readonly kind: "label"; readonly label: string; readonly end: number };

/** A target and, if there is one, its title. */
export interface Destination {
  readonly target: string;
  readonly title: string | undefined;
  readonly end: number;
}

/** More nested parentheses than this do not make a target; the limit keeps the search short. */
const deepestParentheses = 32;

export function readLinkTail(text: string, at: number): LinkTail | undefined {
  if (text[at] === "(") {
    const start = skipSpace(text, at + 1);
    if (text[start] === ")") return { kind: "target", target: "", title: undefined, end: start + 1 };
    const destination = readDestination(text, start);
    const end = destination === undefined ? -1 : skipSpace(text, destination.end);
    return destination === undefined || text[end] !== ")"
      ? undefined
      : { kind: "target", target: destination.target, title: destination.title, end: end + 1 };
  }
  if (text[at] !== "[") return undefined;
  const end = labelEnd(text, at + 1);
  return end < 0 ? undefined : { kind: "label", label: text.slice(at + 1, end), end: end + 1 };
}

/** `<target with spaces>` or `target(with)parentheses`, then optionally white space and a title. */
export function readDestination(text: string, at: number): Destination | undefined {
  const end = text[at] === "<" ? angleEnd(text, at + 1) : bareEnd(text, at);
  if (end < 0) return undefined;
  const raw = text[at] === "<" ? text.slice(at + 1, end - 1) : text.slice(at, end);
  const target = unescapeInline(raw);
  const titleStart = skipSpace(text, end);
  const titleEnd = titleStart > end ? quotedEnd(text, titleStart) : -1;
  if (titleEnd < 0) return { target, title: undefined, end };
  return { target, title: unescapeInline(text.slice(titleStart + 1, titleEnd - 1)), end: titleEnd };
}

/** Where the label that starts at `at` ends: its closing bracket, or -1. A label holds no bare bracket. */
export function labelEnd(text: string, at: number): number {
  for (let index = at; index < text.length && index - at <= 999; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === "]") return index;
    else if (char === "[") return -1;
  }
  return -1;
}

/** Resolves backslash escapes and character references. */
export function unescapeInline(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return decodeReferences(text.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
}

/** The character references that text in the wild uses; others stay as they are. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,5});/g, (source: string, name: string) =>
    characterReference(name, source),
  );
}

const namedReferences = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

function characterReference(name: string, source: string): string {
  if (!name.startsWith("#")) return namedReferences.get(name) ?? source;
  const hex = /^#[xX]/.test(name);
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}

function angleEnd(text: string, at: number): number {
  for (let index = at; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === ">") return index + 1;
    else if (char === "<" || char === "\n") return -1;
  }
  return -1;
}

function bareEnd(text: string, at: number): number {
  let depth = 0;
  let index = at;
  for (; index < text.length; index++) {
    const char = text[index];
    if (char === "\\" && !isSpaceOrControl(text, index + 1)) index++;
    else if (char === "(") depth++;
    else if (char === ")" && depth === 0) break;
    else if (char === ")") depth--;
    else if (isSpaceOrControl(text, index)) break;
    if (depth > deepestParentheses) return -1;
  }
  return depth === 0 && index > at ? Math.min(index, text.length) : -1;
}

const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };

function quotedEnd(text: string, at: number): number {
  const open = text[at] ?? "";
  const close = closingQuotes[open];
  if (close === undefined) return -1;
  for (let index = at + 1; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === close) return index + 1;
    else if (char === "(" && open === "(") return -1;
  }
  return -1;
}

function isSpaceOrControl(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code <= 0x20 || code === 0x7f;
}

export function skipSpace(text: string, at: number): number {
  let index = at;
  while (text[index] === " " || text[index] === "\t" || text[index] === "\n") index++;
  return index;
}
