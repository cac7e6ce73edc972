import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { childPath, joinPath, literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit, type Edit } from "../../workspace/write/commit.ts";
import { builtInSchema } from "../schema/built-in.ts";
import { findSchema, schemaNames } from "../schema/find-schema.ts";
import { schemaText } from "../schema/schema-text.ts";

const Row = z.object({
  name: z.string(),
  from: z.enum(["project", "user", "built-in"]).optional().describe("Where it is found first"),
  description: z.string().optional(),
  artifacts: z.array(z.object({ id: z.string(), generates: z.string(), template: z.string() })),
  problem: z.string().optional().describe("Why it cannot be used"),
});
type Row = z.infer<typeof Row>;

export const listSchemas = operation({
  name: "changes_schemas",
  title: "List schemas",
  summary: "Lists the schemas that changes can follow, with their documents and templates, and checks them.",
  icon: "change",
  effects: reading,
  served: { never: "change_status and change_instructions give an agent the schema of its change" },
  cli: { words: "changes schemas", positionals: ["name"], examples: ["changes schemas spec-driven"] },
  input: z.object({ name: z.string().optional().describe("One schema (default: all)") }),
  output: z.object({ schemas: z.array(Row) }),
  exitCode: ({ schemas }) => (schemas.some(({ problem }) => problem !== undefined) ? 1 : 0),
  run: async ({ workspace }, { name }) => {
    if (name !== undefined) {
      const found = await findSchema(workspace, name);
      if (!found.ok && found.fault.code === "schema_not_found") return found;
    }
    const names = name === undefined ? await schemaNames(workspace) : [name];
    const schemas: Row[] = [];
    for (const each of names) schemas.push(await rowOf(workspace, each));
    return ok({ schemas });
  },
  text: ({ schemas }) => schemas.map(rowText).join("\n\n"),
});

/** A template that is missing shows only when somebody writes that document, so every one is read here. */
async function rowOf(workspace: Workspace, name: string): Promise<Row> {
  const found = await findSchema(workspace, name);
  if (!found.ok) return { name, artifacts: [], problem: found.fault.message };
  const { schema, from, templateOf } = found.value;
  const artifacts = schema.artifacts.map(({ id, generates, template }) => ({ id, generates, template }));
  for (const artifact of schema.artifacts) {
    const template = await templateOf(artifact);
    if (!template.ok)
      return { name, from, description: schema.description, artifacts, problem: template.fault.message };
  }
  return { name, from, description: schema.description, artifacts };
}

function rowText({ name, from, description = "", artifacts, problem }: Row): string {
  const head = `${name}${from === undefined ? "" : ` (${from})`}${description === "" ? "" : `: ${description}`}`;
  const width = Math.max(0, ...artifacts.map(({ id }) => id.length));
  const lines = artifacts.map(
    ({ id, generates, template }) => `  ${id.padEnd(width)}  ${generates}  from templates/${template}`,
  );
  return printable([head, ...lines, ...(problem === undefined ? [] : [`  Problem: ${problem}`])].join("\n"));
}

export const forkSchema = operation({
  name: "changes_fork_schema",
  title: "Copy a schema into the project",
  summary: "Copies a schema with its templates to openspec/schemas/NAME, to be edited there.",
  icon: "change",
  effects: writing,
  served: { never: "the workflow of a project is for a person to decide" },
  cli: {
    words: "changes fork-schema",
    positionals: ["name", "source"],
    examples: ["changes fork-schema ours", "changes fork-schema ours spec-driven"],
  },
  input: z.object({
    name: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lowercase words joined by hyphens")
      .describe("Name of the new schema"),
    source: z.string().default(builtInSchema.name).describe("The schema to copy"),
  }),
  output: z.object({ name: z.string(), source: z.string(), files: z.array(z.string()) }),
  run: async ({ workspace, signal }, { name, source }) => {
    const found = await findSchema(workspace, source);
    if (!found.ok) return found;
    const taken = await findSchema(workspace, name);
    if (taken.ok) return alreadyThere(name);
    const { schema, templateOf } = found.value;
    const folder = childPath(literalPath("openspec/schemas"), name);
    const write = (path: typeof folder, content: string): Edit => ({
      kind: "write",
      path,
      content,
      expect: "absent",
    });
    const edits = [write(childPath(folder, "schema.yaml"), await schemaText({ ...schema, name }))];
    for (const artifact of schema.artifacts) {
      const template = await templateOf(artifact);
      if (!template.ok) return template;
      const path = joinPath(folder, "templates", ...artifact.template.split(/[\\/]+/));
      if (!path.ok) return path;
      if (!edits.some((edit) => edit.kind === "write" && edit.path === path.value))
        edits.push(write(path.value, template.value));
    }
    const written = await commit(workspace, { label: `fork schema ${name}`, edits }, { signal });
    if (!written.ok) return written;
    const files = edits.flatMap((edit) => (edit.kind === "write" ? [edit.path] : []));
    return ok({ name, source: found.value.name, files });
  },
  text: ({ name, files }) =>
    [
      ...files.map((file) => `created ${file}`),
      `Use it with \`schema: ${name}\` in openspec/config.yaml or in the .openspec.yaml of a change.`,
    ].join("\n"),
});

function alreadyThere(name: string): Result<never> {
  const message = `A schema \`${name}\` is already there.`;
  return fail(fault("invalid_argument", message, "Choose another name.", { subject: { argument: "name" } }));
}
