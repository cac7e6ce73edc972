import { sha256 } from "../../kernel/hash.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { isTable, type Table } from "../../workspace/config/toml.ts";
import { joinPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementNode } from "../model/node.ts";
import { partTable, partTables, recordAddress } from "./model.ts";

const maxNameLength = 80;
/** Names that Windows keeps for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Where the record of a requirement belongs: `.trace/openspec/booking/reserve-a-place.toml`. */
export function recordPath(folder: WorkspacePath, address: string): WorkspacePath {
  const [, format = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  const segments = [format, ...rest.split("/")].map((segment) => fileName(segment, address));
  const path = joinPath(folder, ...segments.slice(0, -1), `${segments.at(-1)}.toml`);
  if (!path.ok) throw new Error(path.fault.message);
  return path.value;
}

function fileName(segment: string, address: string): string {
  const isPlain = segment.length <= maxNameLength && !reserved.test(segment) && !segment.startsWith(".");
  return isPlain
    ? segment
    : `${[...segment].slice(0, maxNameLength).join("").replace(/^\.+/, "")}-${sha256(address).slice(0, 8)}`;
}

/** A table with one entry changed; `undefined` values and empty entries are removed. */
export function withEntry(
  table: Table,
  node: Pick<RequirementNode, "address" | "kind" | "part">,
  changes: Readonly<Record<string, unknown>>,
): Table {
  const base: Table = { address: recordAddress(node), ...table };
  if (node.part === undefined) return withoutEmpty({ ...base, ...changes });
  const name = partTable(node);
  const parts = isTable(base[name]) ? base[name] : {};
  const entry = isTable(parts[node.part]) ? parts[node.part] : {};
  return withoutEmpty({
    ...base,
    [name]: withoutEmpty({ ...parts, [node.part]: withoutEmpty({ ...toTable(entry), ...changes }) }),
  });
}

function toTable(value: unknown): Table {
  return isTable(value) ? value : {};
}

function withoutEmpty(table: Table): Table {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (isTable(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(table).filter(([, value]) => !isEmpty(value)));
}

/** Whether nothing is left but the address. */
export function isBlank(table: Table): boolean {
  return Object.keys(withoutEmpty(table)).every((key) => key === "address");
}

/**
 * The bytes of a record. The same content gives the same bytes on every machine: keys sorted, an item of a list a
 * line, nothing about when or by whom. Branches that write the same thing merge without a conflict.
 */
export function renderRecord(table: Table): string {
  const isPart = (key: string) => partTables.some((name) => name === key) && isTable(table[key]);
  const own = keysOf(table).filter((key) => !isPart(key));
  const blocks = [own.map((key) => assignment(key, table[key])).join("\n")];
  for (const name of partTables) {
    const parts = table[name];
    if (!isTable(parts)) continue;
    for (const part of Object.keys(parts).sort(byPart)) {
      const entry = parts[part];
      const lines = isTable(entry) ? keysOf(entry).map((key) => assignment(key, entry[key])) : [];
      blocks.push([`[${name}.${bareKey(part)}]`, ...lines].join("\n"));
    }
  }
  return `${blocks.join("\n\n")}\n`;
}

/** Statements by number, scenarios by name. */
function byPart(a: string, b: string): number {
  return /^\d+$/.test(a) && /^\d+$/.test(b) ? Number(a) - Number(b) : byCodePoint(a, b);
}

const inlineOrder = ["text", "of", "until", "note", "reason"];

/** The address first, then by name; inside a braced table in the order in which people read it. */
function keysOf(table: Table, order: readonly string[] = ["address"]): string[] {
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.keys(table).sort((a, b) => place(a) - place(b) || byCodePoint(a, b));
}

function assignment(key: string, value: unknown): string {
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList) return `${bareKey(key)} = ${inline(value)}`;
  const items = value.every((item) => typeof item === "string")
    ? [...new Set(value)].sort(byCodePoint)
    : value;
  return `${bareKey(key)} = [\n${items.map((item) => `  ${inline(item)},\n`).join("")}]`;
}

function inline(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value).replace(/\u007f/g, "\\u007f");
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTable(value))
    return `{ ${keysOf(value, inlineOrder)
      .map((key) => `${bareKey(key)} = ${inline(value[key])}`)
      .join(", ")} }`;
  return value instanceof Date ? value.toISOString() : String(value);
}

function bareKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}
