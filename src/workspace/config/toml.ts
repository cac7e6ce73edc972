import { parse, TomlError } from "smol-toml";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

export type Table = Readonly<Record<string, unknown>>;

const maxBytes = 256 * 1024;
const maxKeys = 5000;

/** Parses a settings file; an invalid one is `invalid_config` with file, line and column. */
export function parseToml(text: string, file: string): Result<Table> {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) return tooLarge(file, `has ${bytes} bytes; the limit is ${maxBytes}`);
  try {
    const table = parse(text.replace(/^\ufeff/, ""));
    return countKeys(table) > maxKeys ? tooLarge(file, `has more than ${maxKeys} keys`) : ok(table);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column } = error;
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    const message = `${file}:${line}:${column}: not valid TOML: ${reason}.`;
    return fail(
      fault("invalid_config", message, "Fix that line.", { path: file, details: { line, column } }),
    );
  }
}

function tooLarge(file: string, why: string): Result<never> {
  return fail(fault("invalid_config", `${file} ${why}.`, "Make the file smaller.", { path: file }));
}

/** The number of keys at every depth, list items included; counting stops at the limit. */
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

/** A single value in TOML notation; undefined when the text is not TOML. */
export function parseTomlValue(text: string): unknown {
  if (text.includes("\n")) return undefined; // or it could add keys
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
 * The line that sets a key, or the nearest table or key above it. The parser does not report positions; this finds
 * headers and assignments, which is all that configuration files contain in practice.
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
    const keys = assigned === undefined ? table : [...table, ...keyParts(assigned)];
    const isHit = (header ?? assigned) !== undefined && keys.every((part, at) => part === path[at]);
    if (isHit && keys.length > best.length) best = { line: index + 1, length: keys.length };
  }
  return best.length === 0 ? undefined : best.line;
}

/** The parts of a dotted key; a quoted part can contain dots. */
function keyParts(key: string): string[] {
  return [...key.matchAll(/"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
