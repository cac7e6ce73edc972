import { isRecord } from "../kernel/json.ts";

type Schema = Record<string, unknown>;

/** Keywords that hold schemas: by name, in a list, or alone. */
const named = new Set(["properties", "patternProperties", "$defs"]);
const listed = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const single = new Set(["items", "additionalProperties", "not"]);
/** Keywords that say something about a schema and nothing about a value. */
const annotations = new Set(["description", "title", "default", "examples", "deprecated"]);
const anyType = ["string", "number", "boolean", "object", "array", "null"];

/**
 * The same schema in the words that most hosts understand: one type a schema, no empty schemas, nothing that
 * only repeats a default. `open` drops every "nothing else": results may gain fields.
 */
export function portable(schema: Schema, open: boolean): Schema {
  const parts = Object.entries(schema).filter(
    ([key, value]) => !isNoise(key, value) && !(open && isClosing(key, value)),
  );
  const tidied = Object.fromEntries(parts.map(([key, value]) => [key, within(key, value, open)]));
  // An array of anything has no `items`, an object of anything none for its properties.
  if (isRecord(tidied.items) && isEmpty(tidied.items)) delete tidied.items;
  if (isRecord(tidied.additionalProperties) && isEmpty(tidied.additionalProperties))
    tidied.additionalProperties = true;
  return Array.isArray(tidied.type) ? split(tidied, tidied.type) : tidied;
}

function within(key: string, value: unknown, open: boolean): unknown {
  const inner = (part: unknown) => (isRecord(part) ? portable(part, open) : part);
  if (named.has(key) && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(inner(part))]));
  }
  if (listed.has(key) && Array.isArray(value)) return value.map(inner);
  return single.has(key) ? inner(value) : value;
}

/** A property that may be anything says so: hosts take an empty schema for a mistake. */
function filled(schema: unknown): unknown {
  return isRecord(schema) && isEmpty(schema) ? split(schema, anyType) : schema;
}

/** One branch for each type, because a list of types is not understood everywhere. */
function split(schema: Schema, types: readonly unknown[]): Schema {
  const { type: _types, ...rest } = schema;
  const about = Object.entries(rest).filter(([key]) => annotations.has(key));
  const rules = Object.entries(rest).filter(([key]) => !annotations.has(key));
  const branch = (type: unknown) => (type === "null" ? { type } : { type, ...Object.fromEntries(rules) });
  return { ...Object.fromEntries(about), anyOf: types.map(branch) };
}

function isEmpty(schema: Schema): boolean {
  return Object.keys(schema).every((key) => annotations.has(key));
}

function isClosing(key: string, value: unknown): boolean {
  return key === "additionalProperties" && value === false;
}

/** What only repeats a default: the dialect, the bounds of safe integers, that property names are text. */
function isNoise(key: string, value: unknown): boolean {
  if (key === "$schema") return typeof value === "string";
  if (key === "propertyNames") return isRecord(value) && Object.keys(value).join() === "type";
  return (key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
