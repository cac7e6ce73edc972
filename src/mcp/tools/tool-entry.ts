import { isRecord } from "../../kernel/json.ts";
import type { Context } from "../../operation/context.ts";
import { icon } from "../../operation/icons.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { inputSchema, type ObjectSchema, outputSchema } from "../../operation/schema.ts";

/** One entry of `tools/list`, made from one entry of the operations table. */
export async function toolEntry(
  operation: AnyOperation,
  context: Context,
  { withTasks, terse }: { readonly withTasks: boolean; readonly terse: boolean },
) {
  const input = inputSchema(operation);
  const output = outputSchema(operation);
  const { openWorld } = operation.effects;
  return {
    name: operation.name,
    title: operation.title,
    description: await description(operation, context),
    inputSchema: terse ? withoutFields(input, operation.seldom ?? []) : input,
    ...(output ? { outputSchema: terse ? withoutProse(output) : output } : {}),
    annotations: {
      title: operation.title,
      readOnlyHint: operation.effects.readOnly,
      destructiveHint: operation.effects.destructive,
      idempotentHint: operation.effects.idempotent,
      openWorldHint: typeof openWorld === "function" ? await openWorld(context) : openWorld,
    },
    icons: [icon(operation.icon)],
    // Absent means forbidden; saying so on every tool would only cost the model's context.
    ...(withTasks && operation.taskSupport ? { execution: { taskSupport: operation.taskSupport } } : {}),
    ...(operation.meta ? { _meta: operation.meta } : {}),
  };
}

/** Without bounds, too: the server checks them, and its error names them. */
function withoutFields(schema: ObjectSchema, fields: readonly string[]): ObjectSchema {
  const properties = Object.entries(schema.properties ?? {})
    .filter(([name]) => !fields.includes(name))
    .map(([name, { minimum: _least, maximum: _most, ...property }]) => [name, property]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** What validates: no model reads the schema of an answer, and hosts load all of it. */
function withoutProse(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutProse);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      // A field may be named `description`, too.
      .filter(([key, value]) => key !== "description" || typeof value !== "string")
      .map(([key, value]) => [key, withoutProse(value)]),
  );
}

async function description(operation: AnyOperation, context: Context): Promise<string> {
  const { details } = operation;
  if (details === undefined) return operation.summary;
  if (typeof details === "string") return `${operation.summary}\n\n${details}`;
  try {
    // A computed description is whole: the skill tool puts its catalog first, because hosts cut the end.
    return await details(context);
  } catch (error) {
    // One tool that cannot describe itself must not cost the client all the others.
    context.log("error", `${operation.name}: ${error instanceof Error ? error.message : String(error)}`);
    return operation.summary;
  }
}
