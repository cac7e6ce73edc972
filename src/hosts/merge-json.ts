import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import { lineEndingOf } from "../kernel/text.ts";
import { broken, type Merge, notATable, sameEntry, unchanged } from "./entry.ts";

/** JSON with or without comments and trailing commas: hosts accept both. */
export function mergeJson(text: string, { table, name, entry }: Merge): Result<string> {
  const bom = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(bom.length);
  const source = body.trim() === "" ? "{}\n" : body;
  const errors: ParseError[] = [];
  const root: unknown = parse(source, errors, { allowTrailingComma: true });
  const error = errors[0];
  if (error) return broken(`line ${lineAt(source, error.offset)}: ${printParseErrorCode(error.error)}`);
  if (!isRecord(root)) return broken("the top level is no object");
  const servers = root[table];
  if (servers !== undefined && !isRecord(servers)) return notATable(table);
  const present = isRecord(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (sameEntry(present, entry)) return unchanged(text);
  const eol = lineEndingOf(source);
  const formatting = { ...indentOf(source), eol };
  const merged =
    entry === undefined
      ? applyEdits(source, modify(source, [table, name], undefined, { formattingOptions: formatting }))
      : withEntry(source, table, name, entry, formatting);
  return ok(bom + (merged.endsWith("\n") ? merged : merged + eol));
}

interface Formatting {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
  readonly eol: string;
}

/** Written by hand: the library would reformat the neighbours and move their comments. */
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
  const whole = `"${table}": ${json({ [name]: entry }, 1, formatting)}`;
  return insertFirst(source, tree, whole, 1, formatting);
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
  const after = source[object.offset + 1];
  const isTight = after !== "\n" && after !== "\r";
  const tail = isTight ? eol + margin(isEmpty ? depth - 1 : depth, formatting) : "";
  return splice(source, object.offset + 1, 0, text + tail);
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

/** The indentation that the file already uses. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return indent.startsWith("\t")
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
