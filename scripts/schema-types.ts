import { isRecord } from "../src/kernel/json.ts";

type Schema = Record<string, unknown>;

/** A JSON Schema as a TypeScript type. With `loose`, optional properties can also be undefined. */
export function typeOf(schema: unknown, loose: boolean, indent = ""): string {
  if (!isRecord(schema)) return "unknown";
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (branches) return unionOf(branches, loose, indent);
  if (schema.type === "array") return listOf(schema, loose, indent);
  if (schema.type === "object") return objectOf(schema, loose, indent);
  if (schema.type === "integer") return "number";
  if (typeof schema.type === "string") return schema.type;
  return "unknown";
}

function unionOf(branches: readonly unknown[], loose: boolean, indent: string): string {
  const types = [...new Set(branches.map((branch) => typeOf(branch, loose, indent)))];
  // A list of all types means "anything", for hosts that reject an empty schema.
  const isAnything = ["string", "number", "boolean", "null"].every((type) => types.includes(type));
  return isAnything ? "unknown" : types.join(" | ");
}

function listOf({ items }: Schema, loose: boolean, indent: string): string {
  const type = typeOf(items, loose, indent);
  // Callers may pass lists that they promised not to change, and answers are not theirs to change.
  const isOne = (isRecord(items) && items.type === "object") || /^\w+$/.test(type);
  return `readonly ${isOne ? type : `(${type})`}[]`;
}

function objectOf(schema: Schema, loose: boolean, indent: string): string {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const rest = schema.additionalProperties;
  if (properties.length === 0) {
    if (isRecord(rest)) return `Record<string, ${typeOf(rest, loose, indent)}>`;
    return loose ? "Record<string, unknown>" : "unknown";
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  const inner = `${indent}  `;
  const lines = properties.flatMap(([name, property]) => {
    const isNeeded = required.includes(name) && !(loose && isRecord(property) && "default" in property);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const type = typeOf(property, loose, inner);
    const line = `${inner}${key}${isNeeded ? "" : "?"}: ${type}${!isNeeded && loose ? " | undefined" : ""};`;
    return [...comment(property, inner), line];
  });
  return ["{", ...lines, `${indent}}`].join("\n");
}

function comment(property: unknown, indent: string): string[] {
  const text = isRecord(property) && typeof property.description === "string" ? property.description : "";
  return text === "" ? [] : [`${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */`];
}
