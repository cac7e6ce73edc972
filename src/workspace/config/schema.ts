import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";

/** What a schema says about one key and the keys below it. */
export interface KeyShape {
  /** The keys of a table; empty for other values. */
  readonly keys: ReadonlyMap<string, KeyShape>;
  /** Whether the table accepts other keys. */
  readonly open: boolean;
  readonly takesText: boolean;
  /** The allowed values, to follow "must be"; "" when they cannot be described in a few words. */
  readonly allowed: string;
  /** The members of a list, or the values of a table whose keys are free. */
  readonly items: KeyShape | undefined;
}

/** The keys of a section and their allowed values, from its schema. */
export function shapeOf(schema: z.ZodType): KeyShape {
  return readShape(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** The shape at a path of keys and list positions; undefined below what the schema describes. */
export function shapeAt(shape: KeyShape, path: readonly PropertyKey[]): KeyShape | undefined {
  let here: KeyShape | undefined = shape;
  for (const part of path) {
    const named: KeyShape | undefined = typeof part === "number" ? undefined : here?.keys.get(String(part));
    here = named ?? here?.items;
  }
  return here;
}

/** All key paths, including nested ones. */
export function keyPaths(shape: KeyShape, above: readonly string[] = []): string[][] {
  return [...shape.keys].flatMap(([key, child]) => [[...above, key], ...keyPaths(child, [...above, key])]);
}

function readShape(node: unknown): KeyShape {
  const json = isRecord(node) ? node : {};
  const choices = [json["anyOf"], json["oneOf"]].filter(Array.isArray).flat().map(readShape);
  const properties = isRecord(json["properties"]) ? json["properties"] : {};
  const keys = new Map(choices.flatMap((choice) => [...choice.keys]));
  for (const [key, value] of Object.entries(properties)) keys.set(key, readShape(value));
  const extra = json["additionalProperties"];
  const members = json["items"] ?? (isRecord(extra) && Object.keys(extra).length > 0 ? extra : undefined);
  return {
    keys,
    open:
      choices.length > 0
        ? choices.some((choice) => choice.open)
        : isRecord(extra) || !isRecord(json["properties"]),
    takesText: json["type"] === "string" || choices.some((choice) => choice.takesText),
    allowed:
      choices.length > 0 ? choices.map((choice) => choice.allowed).join(" or ") : describeAllowed(json),
    items: members === undefined ? choices.find((choice) => choice.items)?.items : readShape(members),
  };
}

function describeAllowed(json: Record<string, unknown>): string {
  const values = Array.isArray(json["enum"]) ? json["enum"] : "const" in json ? [json["const"]] : undefined;
  if (values)
    return `${values.length > 1 ? "one of " : ""}${values.map((value) => JSON.stringify(value)).join(", ")}`;
  switch (json["type"]) {
    case "string":
      return "a string";
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number${describeRange(json)}`;
    case "number":
      return `a number${describeRange(json)}`;
    case "array":
      return `a list${describeItems(json["items"])}`;
    case "object":
      return "a table";
    default:
      return "";
  }
}

function describeRange({ minimum, maximum, exclusiveMinimum }: Record<string, unknown>): string {
  const low = isBound(minimum)
    ? ` from ${minimum}`
    : isBound(exclusiveMinimum)
      ? ` above ${exclusiveMinimum}`
      : "";
  const high = isBound(maximum) ? (low === "" ? ` up to ${maximum}` : ` to ${maximum}`) : "";
  return low + high;
}

/** zod adds the limits of safe integers where the schema has none. */
function isBound(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function describeItems(items: unknown): string {
  const type = isRecord(items) ? items["type"] : undefined;
  return type === "string" ? " of strings" : type === "number" || type === "integer" ? " of numbers" : "";
}
