import type { Context } from "../operations/context.ts";
import { icon } from "../operations/icons.ts";
import { mayConnect } from "../operations/may-connect.ts";
import type { Operation } from "../operations/operation.ts";
import { inputSchema, outputSchema } from "../operations/schema.ts";

/** One entry of `tools/list`, made from one entry of the operations table. */
export async function toolEntry(operation: Operation, context: Context, withTasks: boolean) {
  const output = outputSchema(operation);
  return {
    name: operation.name,
    title: operation.title,
    description: await description(operation, context),
    inputSchema: inputSchema(operation),
    ...(output ? { outputSchema: output } : {}),
    annotations: {
      title: operation.title,
      readOnlyHint: operation.effects.readOnly,
      destructiveHint: operation.effects.destructive,
      idempotentHint: operation.effects.idempotent,
      openWorldHint: await mayConnect(operation, context),
    },
    icons: [icon(operation.icon)],
    // Absent means forbidden; saying so on every tool would only cost the model's context.
    ...(withTasks && operation.taskSupport ? { execution: { taskSupport: operation.taskSupport } } : {}),
    ...(operation.meta ? { _meta: operation.meta } : {}),
  };
}

async function description(operation: Operation, context: Context): Promise<string> {
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
