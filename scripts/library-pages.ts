import { catalog } from "../src/catalog.ts";
import type { AnyOperation } from "../src/operation/operation.ts";
import { inputSchema, outputSchema } from "../src/operation/schema.ts";
import { typeOf } from "./schema-types.ts";

/** The library's types: the input and output of each operation, from its schemas, and its method. */
export async function libraryTypes(): Promise<string> {
  const rows = await allRows();
  const shapes = rows.flatMap(({ operation, type }) => [
    `export type ${type}Input = ${inputType(operation)};`,
    `export type ${type}Output = ${outputType(operation)};`,
  ]);
  const methods = rows.flatMap(({ operation, type }) => [
    `  /** ${operation.summary} */`,
    `  ${methodName(operation.name)}(input${isOptional(operation) ? "?" : ""}: ${type}Input, options?: CallOptions): Promise<${type}Output>;`,
  ]);
  const types = rows.map(
    ({ operation, type }) =>
      `  ${JSON.stringify(operation.name)}: { input: ${type}Input; output: ${type}Output };`,
  );
  return [
    generated,
    'import type { CallOptions } from "./api.ts";',
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
  ].join("\n");
}

/** The operations behind the methods. The compiler holds the generated types against the operations' own. */
export async function libraryCalls(): Promise<string> {
  const rows = await allRows();
  const calls = rows.map(({ section, operation: { name } }) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const member = /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    return `    ${key}: async (input, options) => answer((await load.${section}()).operations${member}, input, options),`;
  });
  const methods = rows.map(({ operation: { name } }) => {
    const member = /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    return `    ${methodName(name)}: async (input, options) => (await calls${member}(input, options)).output,`;
  });
  return [
    generated,
    'import { load } from "../catalog.ts";',
    'import type { Answerer, Calls } from "./answer.ts";',
    'import type { Methods } from "./operations.ts";',
    "",
    "export function callsOf(answer: Answerer): Calls {",
    "  return {",
    ...calls,
    "  };",
    "}",
    "",
    "export function methodsOf(calls: Calls): Methods {",
    "  return {",
    ...methods,
    "  };",
    "}",
    "",
  ].join("\n");
}

const generated = "// Generated from the operations table by `npm run gen`; edit the table, not this file.";

async function allRows() {
  return (await allOperations()).flatMap(({ section, operations }) =>
    operations.map((operation) => ({ section, operation, type: typeName(operation.name) })),
  );
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
  return Promise.all(
    catalog.map(async ({ name, load }) => ({
      section: name,
      operations: Object.values<AnyOperation>((await load()).operations),
    })),
  );
}

/** `search_code` is the method `searchCode`, `speckit.plan` is `speckitPlan`. */
function methodName(operation: string): string {
  return operation.replace(/[._]([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function outputType(operation: AnyOperation): string {
  const schema = outputSchema(operation);
  return schema ? typeOf(schema, false) : "string";
}

function inputType(operation: AnyOperation): string {
  const schema = inputSchema(operation);
  return Object.keys(schema.properties ?? {}).length === 0 ? "Record<string, never>" : typeOf(schema, true);
}

function isOptional(operation: AnyOperation): boolean {
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
