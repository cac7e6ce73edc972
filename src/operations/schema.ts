import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
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
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: PropertySchema;
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

/** Arguments as the operation wants them, or a fault that names the argument and what is allowed. */
export function parseArguments(operation: Operation, args: unknown): Result<Record<string, unknown>> {
  const given = args ?? {};
  if (!isRecord(given)) return wrong("The arguments must be one JSON object.", "", "arguments");
  const schema = inputSchema(operation);
  const known = Object.keys(schema.properties ?? {});
  for (const name of schema.required ?? []) {
    if (given[name] === undefined) return missing(operation, name, schema.properties?.[name]);
  }
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) return unknown(operation, name, known);
  }
  const parsed = operation.input.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  const name = path[0] ?? "arguments";
  const where = path.length > 1 ? `${name} (at ${path.slice(1).join(".")})` : name;
  const allowed = schema.properties?.[name];
  const reason = path.length > 1 || !allowed ? (issue?.message ?? "it is not valid") : describe(allowed);
  return wrong(
    `Invalid argument ${where}: ${reason}; got ${show(given[name])}.`,
    "Correct it and call again.",
    name,
  );
}

function missing(operation: Operation, name: string, schema: PropertySchema | undefined): Result<never> {
  const what = schema?.description ? ` It is: ${schema.description}.` : "";
  const message = `Missing required argument: ${name}`;
  return fail(
    fault("invalid_argument", message, "", {
      subject: { argument: name, tool: operation.name },
      details: { hint: `${operation.name} needs ${name}.${what}` },
    }),
  );
}

function unknown(operation: Operation, name: string, known: readonly string[]): Result<never> {
  const hint =
    didYouMean(name, known) || (known.length > 0 ? `It takes: ${known.join(", ")}.` : "It takes none.");
  return wrong(`Unknown argument ${name} for ${operation.name}.`, hint, name);
}

function wrong(message: string, remedy: string, argument: string): Result<never> {
  return fail(fault("invalid_argument", message, remedy, { subject: { argument } }));
}

/** What a property allows, in words: "must be an integer from 1 to 1000". */
export function describe(schema: PropertySchema): string {
  if (schema.enum) return `must be one of ${schema.enum.map(String).join(", ")}`;
  const noun =
    schema.type === "integer"
      ? "an integer"
      : schema.type === "array"
        ? "a list"
        : `a ${schema.type ?? "value"}`;
  const { minimum, maximum } = schema;
  const low = minimum !== undefined;
  const high = maximum !== undefined;
  if (low && high) return `must be ${noun} from ${minimum} to ${maximum}`;
  if (low) return `must be ${noun} of at least ${minimum}`;
  if (high) return `must be ${noun} of at most ${maximum}`;
  return `must be ${noun}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
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
