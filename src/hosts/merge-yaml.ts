import { type Document, isMap, isScalar, parseDocument, stringify } from "yaml";
import { at } from "../kernel/array.ts";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import { lineEndingOf } from "../kernel/text.ts";
import { broken, type Merge, notATable, sameEntry } from "./entry.ts";

/**
 * Edits the text if possible, because writing the document tree would change the indentation of other entries.
 * The result is parsed again; if it is not the old data with our entry, the tree is written instead, which keeps
 * comments and order.
 */
export function mergeYaml(text: string, merge: Merge): Result<string> {
  const { table, name, entry } = merge;
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error) {
    const reason = error.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "");
    return broken(`line ${error.linePos?.[0].line ?? 1}: ${reason}`);
  }
  const data: unknown = document.toJS();
  if (data !== null && data !== undefined && !isRecord(data)) return broken("the top level is not a mapping");
  const servers = isRecord(data) ? data[table] : undefined;
  if (servers !== undefined && servers !== null && !isMap(document.get(table))) return notATable(table);
  const present = isRecord(servers) ? servers[name] : undefined;
  if (sameEntry(present, entry)) return ok(text);
  const edited = withEntry(text, document, merge);
  if (entry === undefined) document.deleteIn([table, name]);
  else if (servers === null || servers === undefined)
    document.set(table, document.createNode({ [name]: entry }));
  else document.setIn([table, name], document.createNode(entry));
  if (edited !== undefined && isSameData(edited, document)) return ok(edited);
  return ok(document.toString({ lineWidth: 0 }));
}

function isSameData(text: string, document: Document): boolean {
  const parsed = parseDocument(text);
  const [actual, expected]: unknown[] = [parsed.toJS(), document.toJS()];
  return parsed.errors.length === 0 && sameEntry(actual, expected);
}

/** Replaces, removes or appends the lines of our entry; undefined when the text does not allow it. */
function withEntry(text: string, document: Document, { table, name, entry }: Merge): string | undefined {
  const lines = text.split(/(?<=\n)/);
  const eol = lineEndingOf(text);
  const servers = document.get(table);
  if (!isMap(servers) || servers.flow || servers.items.length === 0) {
    if (document.has(table) || entry === undefined) return undefined;
    const gap = text === "" || text.endsWith("\n") ? "" : eol;
    return text + gap + stringify({ [table]: { [name]: entry } }).replaceAll("\n", eol);
  }
  const keys = servers.items.map(({ key }) => (isScalar(key) ? key : undefined));
  const starts = keys.map((key) => (key?.range ? lineAt(text, key.range[0]) : -1));
  if (starts.includes(-1)) return undefined;
  const index = keys.findIndex((key) => key?.value === name);
  const start = index === -1 ? lastOf(lines, at(starts, -1)) + 1 : at(starts, index);
  const margin = /^ */.exec(at(lines, at(starts, 0)))?.[0] ?? "";
  const block = entry
    ? stringify({ [name]: entry })
        .replace(/^(?=.)/gm, margin)
        .replaceAll("\n", eol)
    : "";
  const before = lines.slice(0, start).join("");
  const gap = before === "" || before.endsWith("\n") ? "" : eol;
  return before + gap + block + lines.slice(index === -1 ? start : lastOf(lines, start) + 1).join("");
}

/** The last line of an entry, by indentation; empty lines and comments after it do not belong to it. */
function lastOf(lines: readonly string[], start: number): number {
  const depth = (line: string) => line.search(/\S/);
  const own = depth(at(lines, start));
  let last = start;
  for (const [index, line] of lines.entries()) {
    if (index <= start || line.trim() === "" || line.trim().startsWith("#")) continue;
    if (depth(line) <= own) break;
    last = index;
  }
  return last;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length - 1;
}
