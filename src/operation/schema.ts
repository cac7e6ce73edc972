import * as z from "zod";
import type { AnyOperation } from "./operation.ts";
import { portable } from "./portable-schema.ts";

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
  readonly additionalProperties?: boolean | PropertySchema;
}

const inputs = new WeakMap<object, ObjectSchema>();
const outputs = new WeakMap<object, ObjectSchema>();

/** What `tools/list` publishes for the arguments. Made once: `tools/list` twice must give the same bytes. */
export function inputSchema(operation: Pick<AnyOperation, "input" | "publishedInput">): ObjectSchema {
  return publish(inputs, operation, () => {
    if (operation.publishedInput) return operation.publishedInput;
    return {
      ...portable(z.toJSONSchema(operation.input, { io: "input" }), false),
      additionalProperties: false,
    };
  });
}

/** What `tools/list` publishes for `structuredContent`; open, because a shape may gain fields. */
export function outputSchema(operation: Pick<AnyOperation, "output">): ObjectSchema | undefined {
  const { output } = operation;
  if (output instanceof z.ZodString || output instanceof z.ZodUnknown) return undefined;
  return publish(outputs, operation, () => portable(z.toJSONSchema(output, { io: "output" }), true));
}

function publish(known: WeakMap<object, ObjectSchema>, operation: object, make: () => object): ObjectSchema {
  const schema = known.get(operation) ?? { ...make(), type: "object" as const };
  known.set(operation, schema);
  return schema;
}
