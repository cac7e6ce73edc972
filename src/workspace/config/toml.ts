import { parse, TomlError } from "smol-toml";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

export type Table = Readonly<Record<string, unknown>>;

const maxBytes = 256 * 1024;
const maxKeys = 5000;

/** Reads a settings file; a broken one is `invalid_config` with file, line and column. */
export function parseToml(text: string, file: string): Result<Table> {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) return tooLarge(file, `has ${bytes} bytes; at most ${maxBytes} are read`);
  try {
    const table = parse(text.replace(/^\ufeff/, ""));
    return countKeys(table) > maxKeys ? tooLarge(file, `holds more than ${maxKeys} keys`) : ok(table);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column } = error;
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    const message = `${file}:${line}:${column}: this is not TOML: ${reason}.`;
    return fail(
      fault("invalid_config", message, "Correct the line.", { path: file, details: { line, column } }),
    );
  }
}

function tooLarge(file: string, why: string): Result<never> {
  return fail(fault("invalid_config", `${file} ${why}.`, "Make the file smaller.", { path: file }));
}

/** All keys at every depth, items of lists included; no further than the limit. */
function countKeys(table: Table): number {
  const ahead: unknown[] = [table];
  let keys = 0;
  for (let next = ahead.pop(); next !== undefined && keys <= maxKeys; next = ahead.pop()) {
    if (!isTable(next) && !Array.isArray(next)) continue;
    for (const value of Object.values(next)) {
      keys++;
      ahead.push(value);
    }
  }
  return keys;
}

/** A single value in TOML notation; undefined when the text is none. */
export function parseTomlValue(text: string): unknown {
  if (text.includes("\n")) return undefined; // or it could bring keys of its own
  try {
    return parse(`value = ${text}`)["value"];
  } catch {
    return undefined;
  }
}

export function isTable(value: unknown): value is Table {
  return isRecord(value) && !(value instanceof Date);
}

/**
 * The line that sets a key, or the nearest thing above it that the file spells out. The parser keeps no
 * places; this finds headers and assignments, which is all that people write in a configuration file.
 */
export function lineOfKey(text: string, path: readonly string[]): number | undefined {
  let table: string[] = [];
  let inText = false;
  let best = { line: 0, length: 0 };
  for (const [index, line] of text.split("\n").entries()) {
    const wasInText = inText;
    if ((line.match(/"""|'''/g)?.length ?? 0) % 2 === 1) inText = !inText;
    if (wasInText) continue;
    const header = /^\s*\[\[?([^\]]*)\]/.exec(line)?.[1];
    const assigned = header === undefined ? /^([^=#]+)=/.exec(line)?.[1] : undefined;
    if (header !== undefined) table = keyParts(header);
    const found = assigned === undefined ? table : [...table, ...keyParts(assigned)];
    const isHit = (header ?? assigned) !== undefined && found.every((part, at) => part === path[at]);
    if (isHit && found.length > best.length) best = { line: index + 1, length: found.length };
  }
  return best.length === 0 ? undefined : best.line;
}

/** The parts of a dotted key; a quoted part may hold dots. */
function keyParts(key: string): string[] {
  return [...key.matchAll(/"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
