import { parse, stringify, TomlError } from "smol-toml";
import { at } from "../kernel/array.ts";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import { lineEndingOf } from "../kernel/text.ts";
import { broken, type Merge, notATable, sameEntry } from "./entry.ts";

/**
 * TOML writers drop comments, so our section is replaced as text, from its header to the next header outside it.
 * The result is parsed again and must differ from the old data only in our entry.
 */
export function mergeToml(text: string, { table, name, entry }: Merge): Result<string> {
  const before = read(text);
  if (!before.ok) return before;
  const servers = before.value[table];
  if (servers !== undefined && !isRecord(servers)) return notATable(table);
  if (sameEntry(servers?.[name], entry)) return ok(text);
  const eol = lineEndingOf(text);
  const section = entry && sectionText(table, name, entry).replaceAll("\n", eol);
  const merged = withSection(text, table, name, section ?? "", eol);
  const after = read(merged);
  if (!after.ok || !isOnlyOurs(before.value, after.value, { table, name, entry })) {
    return broken(
      `\`${table}.${name}\` is written in a form that cannot be changed safely (an inline or dotted table)`,
    );
  }
  return ok(merged);
}

function read(text: string): Result<Record<string, unknown>> {
  try {
    return ok(parse(text.replace(/^\ufeff/, "")));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "");
    return broken(`line ${error.line}: ${reason}`);
  }
}

function sectionText(table: string, name: string, entry: Readonly<Record<string, unknown>>): string {
  // The writer starts with an empty `[table]`, which a file with other servers already has.
  return stringify({ [table]: { [name]: entry } }).replace(/^\[[^\]]*\]\n\n?(?=\[)/, "");
}

/** Replaces the lines of `[table.name]` and its subtables in place, or appends the section. */
function withSection(text: string, table: string, name: string, section: string, eol: string): string {
  const lines = text.split(/(?<=\n)/);
  const others: string[] = [];
  let position: number | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = at(lines, index);
    if (!isOurHeader(line, table, name)) {
      others.push(line);
      continue;
    }
    position ??= others.length;
    index = lastOf(lines, index);
  }
  if (section === "") return withoutGap(others, position).join("");
  if (position !== undefined) return others.toSpliced(position, 0, section).join("");
  const before = others.join("");
  const isSeparate = before === "" || before.endsWith(`${eol}${eol}`);
  return before + (isSeparate ? "" : before.endsWith("\n") ? eol : eol + eol) + section;
}

/** The blank line that stood between a section and what was above it, unless it still separates something. */
function withoutGap(lines: readonly string[], position: number | undefined): readonly string[] {
  const isBlank = (index: number) => lines[index]?.trim() === "";
  if (position === undefined || !isBlank(position - 1)) return lines;
  const isNeeded = position < lines.length && !isBlank(position);
  return isNeeded ? lines : lines.toSpliced(position - 1, 1);
}

/** The last line of a section. Comments and blank lines right above the next header belong to that one. */
function lastOf(lines: readonly string[], header: number): number {
  const next = lines.findIndex((line, index) => index > header && headerOf(line) !== undefined);
  let last = (next === -1 ? lines.length : next) - 1;
  while (last > header && /^(#|$)/.test(at(lines, last).trim())) last -= 1;
  return last;
}

function isOurHeader(line: string, table: string, name: string): boolean {
  const header = headerOf(line);
  return header !== undefined && isOurs(header, table, name);
}

function headerOf(line: string): string | undefined {
  return /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$/.exec(line.replace(/\r?\n$/, ""))?.[1];
}

function isOurs(header: string, table: string, name: string): boolean {
  const parts = header.split(".").map((part) => part.trim().replace(/^["']|["']$/g, ""));
  return parts[0] === table && parts[1] === name;
}

function isOnlyOurs(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  { table, name, entry }: Merge,
): boolean {
  const servers = isRecord(before[table]) ? before[table] : {};
  const { [name]: _old, ...others } = servers;
  const expected = entry === undefined ? others : { ...others, [name]: entry };
  const isEmptied = Object.keys(expected).length === 0 && after[table] === undefined;
  const { [table]: afterServers, ...afterRest } = after;
  const { [table]: _servers, ...beforeRest } = before;
  return sameEntry(afterRest, beforeRest) && (isEmptied || sameEntry(afterServers ?? {}, expected));
}
