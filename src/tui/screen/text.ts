import { printable } from "../../kernel/text.ts";
import { clustersOf, isAscii, isPlain, widthOf } from "./clusters.ts";

const TAB = 4;

/** A line of a file, safe for cells: control characters made visible, tabs expanded to spaces. */
export function cleanLine(text: string): string {
  if (isAscii(text)) return text;
  return text.includes("\t") ? expandTabs(printable(text)) : printable(text);
}

/** A line that an agent printed, safe for cells: escape sequences removed, `\r` starts the line over. */
export function cleanOutput(text: string): string {
  if (isAscii(text)) return text;
  const last =
    withoutSequences(text)
      .split("\r")
      .filter((part) => part !== "")
      .at(-1) ?? "";
  return cleanLine(withoutBackspaces(last).replaceAll("\u0007", ""));
}

/** Cuts a text to a width, with an ellipsis at the end. */
export function cutTo(text: string, cols: number, ellipsis = "…"): string {
  if (widthOf(text) <= cols) return text;
  const room = cols - widthOf(ellipsis);
  return room < 0 ? "" : take(text, room) + ellipsis;
}

/** Cuts a name in the middle, because numbers at its start and suffixes at its end distinguish names. */
export function cutMiddle(text: string, cols: number, ellipsis = "…"): string {
  if (widthOf(text) <= cols) return text;
  const room = cols - widthOf(ellipsis);
  if (room < 2) return cutTo(text, cols, ellipsis);
  const tail = Math.floor(room / 2);
  return take(text, room - tail) + ellipsis + takeEnd(text, tail);
}

function take(text: string, cols: number): string {
  if (isPlain(text)) return text.slice(0, cols);
  let used = 0;
  let head = "";
  for (const { text: glyph, width } of clustersOf(text)) {
    if (used + width > cols) break;
    used += width;
    head += glyph;
  }
  return head;
}

function takeEnd(text: string, cols: number): string {
  const reversed = clustersOf(text).reverse();
  let used = 0;
  const tail: string[] = [];
  for (const { text: glyph, width } of reversed) {
    if (used + width > cols) break;
    used += width;
    tail.unshift(glyph);
  }
  return tail.join("");
}

function expandTabs(text: string): string {
  return text.split("\t").reduce((line, part) => line + " ".repeat(TAB - (widthOf(line) % TAB)) + part);
}

/** Complete escape sequences, in seven-bit and eight-bit form. Incomplete ones stay visible. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[PX^_][^\u001b]*\u001b\\|\u001b[ -/]*[0-~]/g;

function withoutSequences(text: string): string {
  return text.replace(sequences, "");
}

function withoutBackspaces(text: string): string {
  if (!text.includes("\b")) return text;
  const chars: string[] = [];
  for (const char of text) {
    if (char === "\b") chars.pop();
    else chars.push(char);
  }
  return chars.join("");
}
