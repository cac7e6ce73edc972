import * as z from "zod";
import { isRecord } from "../kernel/json.ts";
import type { Operation } from "./operation.ts";

/** A JSON Schema as hosts accept it: one flat object, references inlined. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties?: Record<string, PropertySchema>;
  readonly required?: string[];
  readonly additionalProperties?: boolean;
}

export interface PropertySchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: PropertySchema;
  readonly properties?: Record<string, PropertySchema>;
}

const published = new WeakMap<z.ZodType, ObjectSchema>();

/** What `tools/list` publishes for the arguments. Made once: `tools/list` twice must give the same bytes. */
export function inputSchema(operation: Operation): ObjectSchema {
  return publish(operation.input, () => {
    if (operation.publishedInput) return operation.publishedInput;
    const schema = tidy(z.toJSONSchema(operation.input, { io: "input" }), isNoise);
    return { ...schema, additionalProperties: false };
  });
}

/** What `tools/list` publishes for `structuredContent`; open, because a shape may gain fields. */
export function outputSchema(operation: Operation): ObjectSchema | undefined {
  const { output } = operation;
  const isClosing = (key: string, value: unknown) => key === "additionalProperties" && value === false;
  return (
    output &&
    publish(output, () =>
      tidy(
        z.toJSONSchema(output, { io: "output" }),
        (key, value) => isNoise(key, value) || isClosing(key, value),
      ),
    )
  );
}

function publish(key: z.ZodType, make: () => object): ObjectSchema {
  const known = published.get(key);
  if (known) return known;
  const schema = { ...make(), type: "object" as const };
  published.set(key, schema);
  return schema;
}

type Unwanted = (key: string, value: unknown) => boolean;

function tidy(schema: unknown, unwanted: Unwanted): Record<string, unknown> {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(([key, part]) => !unwanted(key, part));
    return Object.fromEntries(kept.map(([key, part]) => [key, walk(part)]));
  };
  const tidied = walk(schema);
  return isRecord(tidied) ? tidied : {};
}

/** What only repeats a default: the dialect and the bounds of safe integers. */
function isNoise(key: string, value: unknown): boolean {
  if (key === "$schema") return typeof value === "string";
  return (key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
