import { parse, TomlError } from "smol-toml";
import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, ok, type Result } from "../kernel/result.ts";

export type Table = Readonly<Record<string, unknown>>;

/** Reads a TOML file; a broken one is `invalid_config` with file, line and column. */
export function parseToml(text: string, file: string): Result<Table> {
  try {
    return ok(parse(text.replace(/^\ufeff/, "")));
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
