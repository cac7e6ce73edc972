import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import { lineEndingOf } from "../kernel/text.ts";
import { broken, type Merge, notATable, sameEntry } from "./entry.ts";

/** Accepts comments and trailing commas, as hosts do. */
export function mergeJson(text: string, { table, name, entry }: Merge): Result<string> {
  const bom = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(bom.length);
  const source = body.trim() === "" ? "{}\n" : body;
  const errors: ParseError[] = [];
  const root: unknown = parse(source, errors, { allowTrailingComma: true });
  const error = errors[0];
  if (error) return broken(`line ${lineAt(source, error.offset)}: ${describeError(error)}`);
  if (!isRecord(root)) return broken("the top level is not an object");
  const servers = root[table];
  if (servers !== undefined && !isRecord(servers)) return notATable(table);
  const present = isRecord(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (entry === undefined ? present === undefined : holds(present, entry)) return ok(text);
  const eol = lineEndingOf(source);
  const formatting = { ...indentOf(source), eol };
  const merged =
    entry === undefined
      ? withoutEntry(source, table, name)
      : withEntry(source, table, name, entry, formatting);
  return ok(bom + (merged.endsWith("\n") ? merged : merged + eol));
}

/** Whether an entry already has our values; other keys, added by the user or the host, do not matter. */
function holds(present: unknown, entry: Readonly<Record<string, unknown>>): boolean {
  return isRecord(present) && Object.entries(entry).every(([key, value]) => sameEntry(present[key], value));
}

interface Formatting {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
  readonly eol: string;
}

/** Edits the text directly: the library would reformat neighboring entries and move their comments. */
function withEntry(
  source: string,
  table: string,
  name: string,
  entry: object,
  formatting: Formatting,
): string {
  const tree = parseTree(source, [], { allowTrailingComma: true });
  const servers = tree && findNodeAtLocation(tree, [table]);
  const present = servers && findNodeAtLocation(servers, [name]);
  if (present) return splice(source, present.offset, present.length, json(entry, 2, formatting));
  if (servers)
    return insertFirst(
      source,
      servers,
      `${JSON.stringify(name)}: ${json(entry, 2, formatting)}`,
      2,
      formatting,
    );
  if (!tree) return source;
  const property = `"${table}": ${json({ [name]: entry }, 1, formatting)}`;
  return insertFirst(source, tree, property, 1, formatting);
}

/** Removes only our property, its comma and the whitespace around it. */
function withoutEntry(source: string, table: string, name: string): string {
  const tree = parseTree(source, [], { allowTrailingComma: true });
  const servers = tree && findNodeAtLocation(tree, [table]);
  const property = servers && findNodeAtLocation(servers, [name])?.parent;
  if (!property) return source;
  const siblings = servers.children ?? [];
  if (siblings.length === 1) return withoutOnly(source, servers, property);
  const after = commaAfter(source, property);
  const before = siblings[siblings.indexOf(property) - 1];
  const ends = after === undefined ? property.offset + property.length : after + 1;
  const cut = withoutRange(source, property.offset, ends);
  const spare = after === undefined && before ? commaAfter(source, before) : undefined;
  return spare === undefined ? cut : splice(cut, spare, 1, "");
}

/** Removes the only server; the object stays, with any comments in it. */
function withoutOnly(source: string, servers: Node, property: Node): string {
  const comma = commaAfter(source, property);
  const ends = comma === undefined ? property.offset + property.length : comma + 1;
  const closing = servers.offset + servers.length - 1;
  const rest = source.slice(servers.offset + 1, property.offset) + source.slice(ends, closing);
  if (rest.trim() === "") return splice(source, servers.offset + 1, closing - servers.offset - 1, "");
  return withoutRange(source, property.offset, ends);
}

/** Removes a range, and its line if nothing else is on it. */
function withoutRange(source: string, start: number, end: number): string {
  const rest = source.slice(end).replace(/^[ \t]+/, "");
  const isLineEnd = /^\r?\n/.test(rest);
  return (isLineEnd ? source.slice(0, start).trimEnd() : source.slice(0, start)) + rest;
}

function commaAfter(source: string, { offset, length }: Node): number | undefined {
  const scanner = createScanner(source, true);
  scanner.setPosition(offset + length);
  scanner.scan();
  return source[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined;
}

function insertFirst(
  source: string,
  object: Node,
  property: string,
  depth: number,
  formatting: Formatting,
): string {
  const { eol } = formatting;
  const isEmpty = (object.children ?? []).length === 0;
  const text = `${eol}${margin(depth, formatting)}${property}${isEmpty ? "" : ","}`;
  const start = object.offset + 1;
  const spaces = /^[ \t]*/.exec(source.slice(start))?.[0].length ?? 0;
  const after = source[start + spaces];
  if (after === "\n" || after === "\r") return splice(source, start, 0, text);
  return splice(source, start, spaces, text + eol + margin(isEmpty ? depth - 1 : depth, formatting));
}

function json(value: object, depth: number, formatting: Formatting): string {
  const lines = JSON.stringify(value, null, margin(1, formatting)).split("\n");
  return lines.join(formatting.eol + margin(depth, formatting));
}

function margin(depth: number, { insertSpaces, tabSize }: Formatting): string {
  return (insertSpaces ? " ".repeat(tabSize) : "\t").repeat(depth);
}

function splice(text: string, at: number, length: number, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + length);
}

/** The indentation used in the file. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return indent.startsWith("\t")
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}

/** `CloseBraceExpected` as "close brace expected". */
function describeError({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<!^)[A-Z]/g, " $&")
    .toLowerCase();
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
