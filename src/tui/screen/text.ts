import { printable } from "../../kernel/text.ts";
import { clustersOf, isAscii, isPlain, widthOf } from "./clusters.ts";

const TAB = 4;

/** A line of a file made fit for cells: control characters visible, tabs as blanks. */
export function cleanLine(text: string): string {
  if (isAscii(text)) return text;
  return text.includes("\t") ? expandTabs(printable(text)) : printable(text);
}

/** The same for what an agent prints: its escape sequences mean nothing here, and `\r` starts a line over. */
export function cleanOutput(text: string): string {
  if (isAscii(text)) return text;
  const last =
    withoutSequences(text)
      .split("\r")
      .filter((part) => part !== "")
      .at(-1) ?? "";
  return cleanLine(withoutBackspaces(last).replaceAll("\u0007", ""));
}

/** The beginning of a text that fits, with an ellipsis where something was cut. */
export function cutTo(text: string, cols: number, ellipsis = "…"): string {
  if (widthOf(text) <= cols) return text;
  const room = cols - widthOf(ellipsis);
  return room < 0 ? "" : take(text, room) + ellipsis;
}

/** Beginning and end of a name, with an ellipsis in the middle: numbers and endings tell names apart. */
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
  let kept = "";
  for (const { text: glyph, width } of clustersOf(text)) {
    if (used + width > cols) break;
    used += width;
    kept += glyph;
  }
  return kept;
}

function takeEnd(text: string, cols: number): string {
  const reversed = clustersOf(text).reverse();
  let used = 0;
  const kept: string[] = [];
  for (const { text: glyph, width } of reversed) {
    if (used + width > cols) break;
    used += width;
    kept.unshift(glyph);
  }
  return kept.join("");
}

function expandTabs(text: string): string {
  let done = "";
  for (const part of text.split("\t").map((piece, index) => ({ piece, index }))) {
    if (part.index > 0) done += " ".repeat(TAB - (widthOf(done) % TAB));
    done += part.piece;
  }
  return done;
}

/** Complete escape sequences, in their seven-bit and eight-bit forms. What is left over stays visible. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is sought
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[PX^_][^\u001b]*\u001b\\|\u001b[ -/]*[0-~]/g;

function withoutSequences(text: string): string {
  return text.replace(sequences, "");
}

function withoutBackspaces(text: string): string {
  if (!text.includes("\b")) return text;
  const kept: string[] = [];
  for (const char of text) {
    if (char === "\b") kept.pop();
    else kept.push(char);
  }
  return kept.join("");
}
