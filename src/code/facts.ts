import type { ParsedFile } from "./languages/language.ts";

/**
 * Facts as they lie in the store: one table per kind, its keys once and then rows of values. A third of the
 * size of plain JSON, and faster to write and read. Absent fields are null, which no fact uses.
 */
type Table = readonly [keys: readonly string[], ...rows: (readonly unknown[])[]];

const tables = ["declarations", "uses", "inheritances", "imports", "typings", "problems"] as const;

export function encodeFacts(parsed: ParsedFile): string {
  return JSON.stringify(tables.map((name) => tableOf(parsed[name])));
}

export function decodeFacts(text: string): ParsedFile {
  const found: unknown = text === "" ? [] : JSON.parse(text);
  const rows = (at: number) => rowsOf(Array.isArray(found) ? found[at] : undefined);
  const [declarations, uses, inheritances, imports, typings, problems] = tables.map((_, at) => rows(at));
  const facts: unknown = { declarations, uses, inheritances, imports, typings, problems };
  if (!isOurs(facts)) throw new Error("The store holds facts that are not a parsed file.");
  return facts;
}

/** What `encodeFacts` wrote under the same version of the parsers; the store guards the version. */
function isOurs(facts: unknown): facts is ParsedFile {
  return typeof facts === "object" && facts !== null;
}

function tableOf(records: readonly object[]): Table {
  const keys: string[] = [];
  const known = new Map<string, number>();
  const rows: unknown[][] = [];
  for (const record of records) {
    const row: unknown[] = [];
    for (const [key, value] of Object.entries(record)) {
      let at = known.get(key);
      if (at === undefined) {
        at = keys.length;
        known.set(key, at);
        keys.push(key);
      }
      while (row.length < at) row.push(null);
      row[at] = value;
    }
    rows.push(row);
  }
  return [keys, ...rows];
}

function rowsOf(table: unknown): Record<string, unknown>[] {
  if (!Array.isArray(table)) return [];
  const [keys, ...rows] = table;
  if (!Array.isArray(keys)) return [];
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [at, value] of (Array.isArray(row) ? row : []).entries()) {
      if (value !== null && value !== undefined) record[String(keys[at])] = value;
    }
    return record;
  });
}
