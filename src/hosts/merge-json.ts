import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
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
  const formattingOptions = { ...indentOf(source), eol };
  const merged = applyEdits(source, modify(source, [table, name], entry, { formattingOptions }));
  return ok(bom + (merged.endsWith("\n") ? merged : merged + eol));
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
