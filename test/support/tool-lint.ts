import { isRecord } from "../../src/kernel/json.ts";

const composing = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "$ref", "$defs"];

/** What hosts and models stumble over in one entry of `tools/list`; empty when nothing. */
export function toolProblems(tool: unknown): string[] {
  if (!isRecord(tool)) return ["is not an object"];
  const { name, title, description, inputSchema, outputSchema, annotations, icons } = tool;
  return [
    ...unless(typeof name === "string" && /^[A-Za-z][A-Za-z0-9_.]{0,39}$/.test(name), "name"),
    ...unless(typeof title === "string" && title !== "", "title"),
    ...unless(typeof description === "string" && description !== "", "description"),
    ...unless(Array.isArray(icons) && icons.length > 0 && icons.every(isSmallIcon), "icons"),
    ...unless(
      isRecord(annotations) && hints.every((hint) => typeof annotations[hint] === "boolean"),
      "annotations",
    ),
    ...schemaProblems(inputSchema, "inputSchema"),
    ...unless(isRecord(inputSchema) && inputSchema.additionalProperties === false, "inputSchema is open"),
    // `skill` returns text only, as ccski specifies.
    ...(name === "skill"
      ? unless(outputSchema === undefined, "skill has an outputSchema")
      : schemaProblems(outputSchema, "outputSchema")),
  ];
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

function schemaProblems(schema: unknown, where: string): string[] {
  if (!isRecord(schema)) return [`${where} is missing`];
  return [
    ...unless(schema.type === "object", `${where} is not an object`),
    ...composing.flatMap((key) => (key in schema ? [`${where} has ${key} at its top`] : [])),
    ...unless(!JSON.stringify(schema).includes('"$ref"'), `${where} has references`),
    ...(where === "inputSchema" ? undescribed(schema) : []),
  ];
}

function undescribed({ properties }: Record<string, unknown>): string[] {
  return Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) =>
    isRecord(property) && typeof property.description === "string"
      ? []
      : [`argument ${name} is not described`],
  );
}

function isSmallIcon(icon: unknown): boolean {
  return (
    isRecord(icon) && typeof icon.src === "string" && icon.src.startsWith("data:") && icon.src.length < 1000
  );
}

function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}
