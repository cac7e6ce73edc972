import type { WorkflowSchema } from "./schema.ts";

/** A `schema.yaml`, with the fields in OpenSpec's order. */
export async function schemaText(schema: WorkflowSchema): Promise<string> {
  const { yamlText } = await import("../../markdown/yaml/yaml-text.ts");
  const { name, version, description, artifacts, apply } = schema;
  return yamlText({ name, version, description, artifacts, apply });
}
