import * as z from "zod";
import { clipLine } from "../kernel/clip.ts";
import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { didYouMean, formatSuggestions } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { AnyOperation, Operation } from "./operation.ts";
import { inputSchema, type PropertySchema } from "./schema.ts";
import type { Surface } from "./surface.ts";
import { meantNames } from "./synonyms.ts";

/**
 * Arguments as the operation wants them, or a fault that names the argument and what is allowed. A surface names
 * arguments as its reader gives them.
 */
export function parseArguments<In extends z.ZodObject>(
  operation: Operation<string, In, z.ZodType>,
  args: unknown,
  surface?: Surface,
): Result<z.output<In>> {
  const given = args ?? {};
  if (!isRecord(given)) return wrong("The arguments must be one JSON object.", "", "arguments");
  const schema = inputSchema(operation);
  const known = Object.keys(schema.properties ?? {});
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(given, name) && given[name] !== undefined) continue;
    const misspelt = Object.keys(given).find(
      (key) => !known.includes(key) && meantNames(key, known).includes(name),
    );
    return misspelt === undefined
      ? missing(operation, name, schema.properties?.[name], surface)
      : wrong(`Unknown argument ${misspelt} for ${operation.name}.`, `Did you mean \`${name}\`?`, misspelt);
  }
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) return unknown(operation, name, known);
  }
  const parsed = operation.input.safeParse(withoutNulls(operation, given));
  if (parsed.success) return ok(parsed.data);
  return invalid(operation, parsed.error.issues[0], given, surface);
}

/** Some clients send null for an omitted argument. Null counts as omitted where the schema does not allow it. */
function withoutNulls(operation: AnyOperation, given: Record<string, unknown>): Record<string, unknown> {
  const { shape } = operation.input;
  const isLeftOut = (name: string) => {
    const field = shape[name];
    return field !== undefined && z.safeParse(field, undefined).success && !z.safeParse(field, null).success;
  };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !isLeftOut(name)),
  );
}

function missing(
  operation: AnyOperation,
  name: string,
  schema: PropertySchema | undefined,
  surface: Surface | undefined,
): Result<never> {
  const what = schema?.description ? ` It is: ${schema.description}.` : "";
  return fail(
    fault("invalid_argument", `Missing required argument: ${name}`, surface?.usage(operation) ?? "", {
      subject: { argument: name, tool: operation.name },
      details: { hint: `${operation.name} needs ${name}.${what}` },
    }),
  );
}

function unknown(operation: AnyOperation, name: string, known: readonly string[]): Result<never> {
  const hint =
    formatSuggestions(meantNames(name, known).map((each) => `\`${each}\``)) ||
    (known.length > 0 ? `It takes: ${known.join(", ")}.` : "It takes none.");
  return wrong(`Unknown argument ${name} for ${operation.name}.`, hint, name);
}

function invalid(
  operation: AnyOperation,
  issue: z.core.$ZodIssue | undefined,
  given: Record<string, unknown>,
  surface: Surface | undefined,
): Result<never> {
  const path = issue?.path.map(String) ?? [];
  const [name = "arguments", ...inner] = path;
  const where = inner.length > 0 ? `${name} (at ${inner.join(".")})` : name;
  const rule = path.reduce<PropertySchema | undefined>(
    (outer, key) => outer?.properties?.[key] ?? outer?.items,
    inputSchema(operation),
  );
  const value = path.reduce<unknown>((outer, key) => new Map(Object.entries(outer ?? {})).get(key), given);
  const problem = `${reasonOf(issue, rule)}; got ${show(value)}.`;
  const near = typeof value === "string" ? didYouMean(value, rule?.enum?.map(String) ?? []) : "";
  const usage = surface?.usage(operation) ?? "";
  const message =
    surface === undefined || usage === ""
      ? `Invalid argument ${where}: ${problem}`
      : `${surface.argument(operation, name)} ${problem}`;
  return fail(
    fault("invalid_argument", message, near || usage || "Correct it and try again.", {
      subject: { argument: name },
    }),
  );
}

/** What the schema says, unless the rule that was broken is one that a schema cannot say. */
function reasonOf(issue: z.core.$ZodIssue | undefined, rule: PropertySchema | undefined): string {
  if (issue?.code === "unrecognized_keys") {
    const known = Object.keys(rule?.properties ?? {}).join(", ");
    return `does not take ${issue.keys.join(", ")}${known === "" ? "" : `; it takes ${known}`}`;
  }
  const isSaid = issue?.code !== "custom" && issue?.code !== "invalid_format";
  const isPlain = rule?.type !== undefined || rule?.enum !== undefined || rule?.const !== undefined;
  return rule && isSaid && isPlain ? describe(rule) : (issue?.message ?? "it is not valid");
}

function wrong(message: string, remedy: string, argument: string): Result<never> {
  return fail(fault("invalid_argument", message, remedy, { subject: { argument } }));
}

/** What a property allows, in words: "must be an integer from 1 to 1000". */
export function describe(schema: PropertySchema): string {
  if (schema.enum) return `must be one of ${schema.enum.map(String).join(", ")}`;
  if (schema.const !== undefined) return `must be ${JSON.stringify(schema.const)}`;
  const { type } = schema;
  if (type === "string") return `must be a string${span(schema.minLength, schema.maxLength, "characters")}`;
  if (type === "array") return `must be a list${span(schema.minItems, schema.maxItems, "items")}`;
  const { minimum: low, maximum: high } = schema;
  const noun = type === "integer" || type === "object" ? `an ${type}` : `a ${type ?? "value"}`;
  if (low !== undefined && high !== undefined) return `must be ${noun} from ${low} to ${high}`;
  if (low !== undefined) return `must be ${noun} of at least ${low}`;
  if (high !== undefined) return `must be ${noun} of at most ${high}`;
  return `must be ${noun}`;
}

function span(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === 1 && most === undefined) return " that is not empty";
  if (least !== undefined && most !== undefined) return ` of ${least} to ${most} ${unit}`;
  if (least !== undefined) return ` of at least ${least} ${unit}`;
  return most === undefined ? "" : ` of at most ${most} ${unit}`;
}

function show(value: unknown): string {
  return clipLine(JSON.stringify(value) ?? "nothing", 80);
}
