import { isBlank } from "./lines.ts";

/** What a line of Markdown may start with. Every function reads the line once: no pattern here backtracks. */

const blockCharacters = new Set([..."#`~<>-*+_=0123456789"].map((char) => char.charCodeAt(0)));

/** Whether a block other than a paragraph can start with this character. Most lines start with none of these. */
export function mayStartBlock(code: number): boolean {
  return !isAsciiLetter(code) && blockCharacters.has(code);
}

/** Whether text starts here for certain, and nothing else: a letter, or bold letters. */
export function startsText(text: string, index: number): boolean {
  const bold = text.startsWith("**", index) ? 2 : 0;
  return index + bold < text.length && isAsciiLetter(text.charCodeAt(index + bold));
}

export interface AtxStart {
  readonly level: number;
  /** Where the title starts, spaces included. */
  readonly titleStart: number;
}

/** One to six hashes and then a space or nothing; `#text` is text. */
export function readAtxStart(text: string, index: number): AtxStart | undefined {
  let end = index;
  while (text[end] === "#" && end - index < 7) end++;
  const level = end - index;
  if (level < 1 || level > 6) return undefined;
  return end === text.length || isBlankChar(text, end) ? { level, titleStart: end } : undefined;
}

/** The title without surrounding spaces and without closing hashes. */
export function atxTitle(rest: string): string {
  const title = rest.trim();
  let end = title.length;
  while (end > 0 && title[end - 1] === "#") end--;
  if (end === title.length) return title;
  return end === 0 || isBlankChar(title, end - 1) ? title.slice(0, end).trimEnd() : title;
}

export interface FenceStart {
  readonly char: string;
  readonly length: number;
  /** The info string: what follows the fence, trimmed. */
  readonly info: string;
}

/** Three or more backticks or tildes; the info string of a backtick fence holds no backtick. */
export function readFenceStart(text: string, index: number): FenceStart | undefined {
  const char = text[index];
  if (char !== "`" && char !== "~") return undefined;
  const end = runEnd(text, index, char);
  if (end - index < 3) return undefined;
  if (char === "`" && text.includes("`", end)) return undefined;
  return { char, length: end - index, info: text.slice(end).trim() };
}

export function closesFence(text: string, index: number, fence: FenceStart): boolean {
  if (text[index] !== fence.char) return false;
  const end = runEnd(text, index, fence.char);
  return end - index >= fence.length && isBlank(text, end);
}

/** Three or more `*`, `-` or `_` with only spaces between them. */
export function isThematicBreak(text: string, index: number): boolean {
  const char = text[index];
  if (char !== "*" && char !== "-" && char !== "_") return false;
  let count = 0;
  for (let at = index; at < text.length; at++) {
    if (text[at] === char) count++;
    else if (!isBlankChar(text, at)) return false;
  }
  return count >= 3;
}

/** The level of the setext heading that this line underlines, or undefined. */
export function underlineLevel(text: string, index: number): 1 | 2 | undefined {
  const char = text[index];
  if (char !== "=" && char !== "-") return undefined;
  if (!isBlank(text, runEnd(text, index, char))) return undefined;
  return char === "=" ? 1 : 2;
}

/** The row of dashes under a table's header. */
export function isTableDelimiter(text: string, index: number): boolean {
  let dashes = 0;
  let pipes = 0;
  for (let at = index; at < text.length; at++) {
    const char = text[at];
    if (char === "-") dashes++;
    else if (char === "|") pipes++;
    else if (char !== ":" && !isBlankChar(text, at)) return false;
  }
  return dashes > 0 && pipes > 0;
}

export interface ListStart {
  readonly marker: string;
  /** The number of an ordered item, undefined for a bullet. */
  readonly ordinal: number | undefined;
  /** Whether nothing follows the marker. */
  readonly empty: boolean;
}

/** `-`, `*`, `+`, `1.` or `1)` (up to nine digits) and then a space or nothing. */
export function readListStart(text: string, index: number): ListStart | undefined {
  const end = listMarkerEnd(text, index);
  if (end < 0 || (end < text.length && !isBlankChar(text, end))) return undefined;
  const marker = text.slice(index, end);
  const ordinal = end - index > 1 ? Number(marker.slice(0, -1)) : undefined;
  return { marker, ordinal, empty: isBlank(text, end) };
}

/** Where the list marker at `index` ends, or -1 when there is none. */
export function listMarkerEnd(text: string, index: number): number {
  const char = text[index];
  if (char === "-" || char === "*" || char === "+") return index + 1;
  let end = index;
  while (end - index < 10 && isDigit(text, end)) end++;
  const digits = end - index;
  if (digits < 1 || digits > 9) return -1;
  return text[end] === "." || text[end] === ")" ? end + 1 : -1;
}

/** An HTML block whose content is never Markdown, and that only its own end closes. */
export interface RawHtmlStart {
  /** As a message names it: `<script>`. */
  readonly opening: string;
  readonly closing: string;
  readonly end: RegExp;
}

export const commentEnd = /-->/;

const elementEnd = /<\/(?:pre|script|style|textarea)>/i;
const instructionEnd = /\?>/;
const declarationEnd = />/;
const sectionEnd = /\]\]>/;

/** CommonMark's start conditions 1, 3, 4 and 5; comments (2) are read apart. */
export function readRawHtmlStart(text: string, index: number): RawHtmlStart | undefined {
  const start = text.slice(index, index + 11);
  const element = /^<(pre|script|style|textarea)(?:[\s>]|$)/i.exec(start)?.[1]?.toLowerCase();
  if (element !== undefined) return { opening: `<${element}>`, closing: `</${element}>`, end: elementEnd };
  if (start.startsWith("<?")) return { opening: "<?", closing: "?>", end: instructionEnd };
  if (start.startsWith("<![CDATA[")) return { opening: "<![CDATA[", closing: "]]>", end: sectionEnd };
  if (/^<![a-z]/i.test(start)) return { opening: start.slice(0, 3), closing: ">", end: declarationEnd };
  return undefined;
}

/** Whether a paragraph line is a link definition, which no underline turns into a heading. */
export function looksLikeDefinition(text: string, index: number): boolean {
  if (text[index] !== "[") return false;
  const end = text.indexOf("]:", index);
  return end > index + 1 && !isBlank(text, end + 2);
}

export function isBlankChar(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x20 || code === 0x09;
}

export function runEnd(text: string, index: number, char: string): number {
  let end = index;
  while (text[end] === char) end++;
  return end;
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x30 && code <= 0x39;
}
