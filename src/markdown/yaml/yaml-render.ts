import { isRecord, type Json } from "../../kernel/json.ts";
import { parseYaml } from "./yaml-parse.ts";

export type QuoteStyle = "plain" | "single" | "double";

/** How new YAML is laid out, taken from the text that it goes into. */
export interface Layout {
  /** The line ending. */
  readonly ending: string;
  /** The indentation of the dashes of a list relative to its key. */
  readonly dashIndent: number;
}

/** `key: value` for a mapping whose keys are at `column`; further lines follow with their indentation. */
export function renderPair(key: string, value: Json, column: number, layout: Layout): string {
  return `${renderKey(key)}:${renderAfterColon(value, column, layout)}`;
}

/** What follows the colon of a key at `column`, the blank or line break included. */
export function renderAfterColon(value: Json, column: number, layout: Layout): string {
  if (Array.isArray(value) && value.length > 0) {
    const dashes = column + layout.dashIndent;
    return value.map((item) => `${newLine(dashes, layout)}- ${renderItem(item, dashes, layout)}`).join("");
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return newLine(column + 2, layout) + renderFields(value, column + 2, layout);
  }
  return ` ${renderInline(value, "block")}`;
}

/** What follows a dash at `column` and its blank. */
export function renderItem(value: Json, column: number, layout: Layout, style?: QuoteStyle): string {
  if (isJsonObject(value) && Object.keys(value).length > 0) return renderFields(value, column + 2, layout);
  return renderInline(value, "block", style);
}

/** A value on one line: scalars as plain as they can be, collections in brackets and braces. */
export function renderInline(value: Json, context: "block" | "flow", style: QuoteStyle = "plain"): string {
  if (typeof value === "string") return renderString(value, context, style);
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item, "flow")).join(", ")}]`;
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(
      ([key, item]) => `${renderKey(key)}: ${renderInline(item, "flow")}`,
    );
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return String(value);
}

export function renderKey(key: string): string {
  return isPlain(
    key,
    (text) => `{ ${text}: 1, l: 1 }`,
    (data) => isRecord(data) && Object.hasOwn(data, key),
  )
    ? key
    : doubleQuoted(key);
}

function renderFields(value: { readonly [key: string]: Json }, column: number, layout: Layout): string {
  const pairs = Object.entries(value).map(([key, item]) => renderPair(key, item, column, layout));
  return pairs.join(newLine(column, layout));
}

function renderString(text: string, context: "block" | "flow", style: QuoteStyle): string {
  if (style === "single" && !unprintable.test(text)) return `'${text.replaceAll("'", "''")}'`;
  if (style === "double") return doubleQuoted(text);
  const frame =
    context === "block"
      ? (plain: string) => `k: ${plain}`
      : (plain: string) => `{ k: ${plain}, l: [${plain}] }`;
  return isPlain(text, frame, (data) => isRecord(data) && data["k"] === text) ? text : doubleQuoted(text);
}

/** Whether a text means itself without quotes: asked of the parser, whose rules are long. */
function isPlain(text: string, frame: (text: string) => string, holds: (data: unknown) => boolean): boolean {
  if (text === "" || unprintable.test(text) || /^[\s'"]|\s$/.test(text)) return false;
  const document = parseYaml(frame(text));
  if (document === undefined || document.errors.length + document.warnings.length > 0) return false;
  // A comment, an anchor or an alias would be lost in the data or throw on the way to it.
  if (/^[&*!]| #/.test(text)) return false;
  return holds(document.toJS());
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is sought
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;

/** JSON strings are YAML; what JSON leaves bare and YAML calls unprintable is escaped too. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function newLine(column: number, layout: Layout): string {
  return layout.ending + " ".repeat(column);
}

function isJsonObject(value: Json): value is { readonly [key: string]: Json } {
  return isRecord(value);
}
