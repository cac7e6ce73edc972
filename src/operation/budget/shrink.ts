import { isRecord } from "../../kernel/json.ts";
import type { PropertySchema } from "../schema.ts";

/** How much of a field was left out: items of a list or map, or characters of a text. */
export interface Omission {
  readonly field: string;
  readonly items?: number;
  readonly characters?: number;
}

/** Omissions of one answer, summed by field. */
export class Omissions {
  readonly #items = new Map<string, number>();
  readonly #characters = new Map<string, number>();

  addItems(field: string, count: number): void {
    this.#items.set(field, (this.#items.get(field) ?? 0) + count);
  }

  addCharacters(field: string, count: number): void {
    this.#characters.set(field, (this.#characters.get(field) ?? 0) + count);
  }

  list(): Omission[] {
    return [
      ...[...this.#items].map(([field, items]) => ({ field, items })),
      ...[...this.#characters].map(([field, characters]) => ({ field, characters })),
    ];
  }
}

/** Texts up to this length are names, places and verdicts: they stay whole. */
const wholeText = 120;

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

/**
 * The value within so many bytes of JSON, as far as lists, maps and long texts can be cut. What is small stays whole;
 * what is large shares the rest. Lists are cut from the end.
 */
export function shrink(
  value: unknown,
  bytes: number,
  omissions: Omissions,
  schema: PropertySchema | undefined,
  field = "",
): unknown {
  if (jsonBytes(value) <= bytes) return value;
  if (typeof value === "string") return shrinkText(value, bytes, omissions, field);
  if (Array.isArray(value)) return shrinkList(value, bytes, omissions, schema?.items, field);
  if (!isRecord(value)) return value;
  const values = valuesOf(schema);
  return values
    ? shrinkMap(value, bytes, omissions, values, field)
    : shrinkRecord(value, bytes, omissions, schema, field);
}

function shrinkText(text: string, bytes: number, omissions: Omissions, field: string): string {
  if (text.length <= wholeText) return text;
  const start = wholeCharacters(text, Math.max(wholeText, longestPrefix(text, bytes - 5)));
  omissions.addCharacters(field, text.length - start.length);
  return `${start}…`;
}

/** How many characters fit into so many bytes of JSON, found by halving: escapes make the length uneven. */
function longestPrefix(text: string, bytes: number): number {
  let low = 0;
  let high = Math.min(text.length, Math.max(0, bytes));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (jsonBytes(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function shrinkList(
  items: readonly unknown[],
  bytes: number,
  omissions: Omissions,
  schema: PropertySchema | undefined,
  field: string,
): unknown[] {
  const entries = items.map((value) => ({ key: "", value }));
  return keptEntries(entries, bytes, omissions, schema, field).map(({ value }) => value);
}

function shrinkMap(
  map: Readonly<Record<string, unknown>>,
  bytes: number,
  omissions: Omissions,
  schema: PropertySchema | undefined,
  field: string,
): Record<string, unknown> {
  const entries = Object.entries(map).map(([key, value]) => ({ key, value }));
  const kept = keptEntries(entries, bytes, omissions, schema, field);
  return Object.fromEntries(kept.map(({ key, value }) => [key, value]));
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
}

/** The first entries that fit, long ones cut. */
function keptEntries(
  entries: readonly Entry[],
  bytes: number,
  omissions: Omissions,
  schema: PropertySchema | undefined,
  field: string,
): Entry[] {
  // One huge entry must not cost all others their place.
  const most = bytes / Math.min(entries.length, 3);
  const kept: Entry[] = [];
  let left = bytes - 2;
  for (const { key, value } of entries) {
    const inner = new Omissions();
    const around = key === "" ? 1 : jsonBytes(key) + 2;
    const shown = shrink(value, Math.min(most, left) - around, inner, schema, field);
    const size = jsonBytes(shown) + around;
    if (size > left) break;
    left -= size;
    kept.push({ key, value: shown });
    copy(inner, omissions);
  }
  if (kept.length < entries.length) omissions.addItems(field, entries.length - kept.length);
  return kept;
}

function copy(from: Omissions, to: Omissions): void {
  for (const { field, items, characters } of from.list()) {
    if (items !== undefined) to.addItems(field, items);
    if (characters !== undefined) to.addCharacters(field, characters);
  }
}

/** The schema of the values of an object whose keys are data: its entries may go. */
function valuesOf(schema: PropertySchema | undefined): PropertySchema | undefined {
  const values = schema?.additionalProperties;
  return schema?.properties === undefined && typeof values === "object" ? values : undefined;
}

function shrinkRecord(
  record: Readonly<Record<string, unknown>>,
  bytes: number,
  omissions: Omissions,
  schema: PropertySchema | undefined,
  field: string,
): Record<string, unknown> {
  const sizes = Object.entries(record).map(([key, value]) => ({ key, value, size: jsonBytes(value) }));
  let left = bytes - 2 - sizes.reduce((sum, { key }) => sum + jsonBytes(key) + 2, 0);
  const shrunk: Record<string, unknown> = { ...record };
  const bySize = [...sizes].sort((a, b) => a.size - b.size);
  for (const [at, { key, value, size }] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - at));
    if (size > share) {
      const inner = field === "" ? key : `${field}.${key}`;
      shrunk[key] = shrink(value, share, omissions, schema?.properties?.[key], inner);
    }
    left -= jsonBytes(shrunk[key]);
  }
  return shrunk;
}
