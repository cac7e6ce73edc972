import { parse, stringify } from "smol-toml";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import { lineEndingOf } from "../kernel/text.ts";
import { broken, type Merge, notATable, sameEntry, unchanged } from "./entry.ts";

/**
 * TOML writers drop comments, so our section is replaced as text: from its header to the next header that is
 * not below it. The result is parsed again and must differ from the old data in our entry alone.
 */
export function mergeToml(text: string, { table, name, entry }: Merge): Result<string> {
  const before = read(text);
  if (!before.ok) return before;
  const servers = before.value[table];
  if (servers !== undefined && !isRecord(servers)) return notATable(table);
  if (sameEntry(servers?.[name], entry)) return unchanged(text);
  const eol = lineEndingOf(text);
  const kept = withoutSection(text, table, name);
  const section =
    entry === undefined
      ? ""
      : stringify({ [table]: { [name]: entry } }).replace(/^\[[^\]]*\]\n\n?(?=\[)/, "");
  const gap =
    kept === "" || entry === undefined
      ? ""
      : kept.endsWith(`${eol}${eol}`)
        ? ""
        : kept.endsWith("\n")
          ? eol
          : eol + eol;
  const merged = kept + gap + section.replaceAll("\n", eol);
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
    return broken(error instanceof Error ? (error.message.split("\n")[0] ?? "no TOML") : "no TOML");
  }
}

/** The text without the lines of `[table.name]` and the tables below it; comments above the header stay. */
function withoutSection(text: string, table: string, name: string): string {
  let inside = false;
  const lines = text.split(/(?<=\n)/);
  return lines
    .filter((line) => {
      const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$/.exec(line.replace(/\r?\n$/, ""))?.[1];
      if (header !== undefined) inside = isOurs(header, table, name);
      return !inside;
    })
    .join("");
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
  const wanted = entry === undefined ? others : { ...others, [name]: entry };
  const isEmptied = Object.keys(wanted).length === 0 && after[table] === undefined;
  const { [table]: afterServers, ...afterRest } = after;
  const { [table]: _servers, ...beforeRest } = before;
  return sameEntry(afterRest, beforeRest) && (isEmptied || sameEntry(afterServers ?? {}, wanted));
}
