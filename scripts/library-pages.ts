import { catalog } from "../src/catalog.ts";
import { methodName, operationsOf, sections } from "../src/library/table.ts";
import type { Operation } from "../src/operation/operation.ts";
import { inputSchema, outputSchema } from "../src/operation/schema.ts";
import { typeOf } from "./schema-types.ts";

/** The library's types: the input and output of each operation, from its schemas, and its method. */
export async function libraryTypes(): Promise<string> {
  const rows = (await allOperations()).flatMap(({ section, operations }) =>
    operations.map((operation) => ({ section, operation, type: typeName(operation.name) })),
  );
  const shapes = rows.flatMap(({ operation, type }) => [
    `export type ${type}Input = ${inputType(operation)};`,
    `export type ${type}Output = ${operation.output ? typeOf(outputSchema(operation), false) : "string"};`,
  ]);
  const methods = rows.flatMap(({ operation, type }) => [
    `  /** ${operation.summary} */`,
    `  ${methodName(operation.name)}(input${isOptional(operation) ? "?" : ""}: ${type}Input, options?: CallOptions): Promise<${type}Output>;`,
  ]);
  const types = rows.map(
    ({ operation, type }) =>
      `  ${JSON.stringify(operation.name)}: { input: ${type}Input; output: ${type}Output };`,
  );
  const places = rows.map(({ section, operation }) => `  ${JSON.stringify(operation.name)}: "${section}",`);
  return [
    "// Generated from the operations table by `npm run gen`; edit the table, not this file.",
    'import type { CallOptions } from "./hewto.ts";',
    'import type { Section } from "./table.ts";',
    "",
    ...shapes,
    "",
    "/** Every operation as a method. */",
    "export interface Methods {",
    ...methods,
    "}",
    "",
    "/** Input and output of each operation, by its name. */",
    "export interface OperationTypes {",
    ...types,
    "}",
    "",
    "export type OperationName = keyof OperationTypes;",
    "",
    "export const sectionOf = {",
    ...places,
    "} as const satisfies Record<OperationName, Section>;",
    "",
  ].join("\n");
}

/** docs/library-methods.md */
export async function libraryPage(note: string): Promise<string> {
  const parts = (await allOperations()).map(({ section, operations }) => {
    const title = catalog.find(({ name }) => name === section)?.summary ?? "The whole project";
    const rows = operations.map((operation) => {
      const { properties = {}, required = [] } = inputSchema(operation);
      const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
      const input = names.length === 0 ? "" : `{ ${names.join(", ")} }`;
      const effect = operation.effects.readOnly ? "reads" : "writes";
      return `| \`${methodName(operation.name)}(${input})\` | \`${operation.name}\` | ${effect} | ${cell(operation.summary)} |`;
    });
    return [
      `## ${title}`,
      "",
      "| method | operation | effect | description |",
      "|---|---|---|---|",
      ...rows,
      "",
    ].join("\n");
  });
  return [`${note}\n\n# Methods of the library\n\nSee [library.md](library.md).\n`, ...parts].join("\n");
}

async function allOperations() {
  return Promise.all(sections.map(async (section) => ({ section, operations: await operationsOf(section) })));
}

function inputType(operation: Operation): string {
  const schema = inputSchema(operation);
  return Object.keys(schema.properties ?? {}).length === 0 ? "Record<string, never>" : typeOf(schema, true);
}

function isOptional(operation: Operation): boolean {
  const { required = [], properties = {} } = inputSchema(operation);
  return required.every((name) => properties[name]?.default !== undefined);
}

function typeName(operation: string): string {
  const name = methodName(operation);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
